import type { Text } from "../text.ts";
import { type Effect, executes } from "./effect.ts";

/** Options by which any tool is told to load code, or settings that name code. */
const LOADS =
  /^--?(?:r|L|G|c|f|require|plugin|plugins|plugin-dir|loader|lua-filter|rulesdir|globalSetup|globalTeardown|setup|init(?:-script|-file)?|rc-?file|ext(?:ension)?|preload|custom-dir|rootdir|load|module|modulepath|use-yarnrc|settings(?:-file)?|conf(?:ig)?(?:-?(?:file|dir|path))?|project|file|script|scripts|makefile|taskfile|workflow|recipe|playbook|hooks?(?:-?dir)?|import|inject|transform|processor|template-dir|spec-file|pipeline)$/i;
/** Files that are code, or that tell a tool what to run. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|pl|pm|php|lua|sh|bash|zsh|fish|ps1|el|lisp|scm|clj|cljs|ex|exs|groovy|gradle|kts?|scala|jar|war|class|so|dylib|dll|wasm|node|vim|nse|nix|mk|cmake|ninja|bzl|ya?ml|toml|ini|cfg|conf|xml|json5?|hcl|tf|rs|go|awk|sed|gdb|exs|tcl|r|jl)$/i;
/** Words behind which a tool is given a script of its own language. */
const RUNS = /^(?:run|exec|execute|start|play|script|source|load|eval|test|serve|watch)$/;
const BORROWED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm)\//;

const isBare = (path: Text): boolean => !/\.\w+$/.test(path.slice(path.lastIndexOf("/") + 1));

/** Code of somebody else that a program is told to load: a file in a directory where anybody may have put it. */
export const loaded = (args: readonly Text[]): readonly Effect[] =>
  args.flatMap((arg, index) => {
    const glued = /^(--?[\w-]+)[=:](.*)$/s.exec(arg) ?? /^(-[a-zA-Z])(\/.*)$/s.exec(arg);
    const path = glued === null ? arg : (glued[2] ?? "");
    if (!BORROWED.test(path)) return [];
    const before = glued === null ? (args[index - 1] ?? "") : (glued[1] ?? "");
    const told = LOADS.test(before) && (CODE.test(path) || isBare(path));
    const given = RUNS.test(before) && CODE.test(path);
    return told || given ? [executes(path)] : [];
  });
