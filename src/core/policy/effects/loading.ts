import type { Text } from "../text.ts";
import { type Effect, executes } from "./effect.ts";

/** Options by which any tool is told to load code, whatever the file is called. */
const LOADS =
  /^--?(?:r|L|G|require|plugins?|plugins?-?dir|modules?-?dir|loader|lua-filter|rulesdir|globalSetup|globalTeardown|setup|init(?:-script|-file)?|rc-?file|ext(?:ensions?)?|preload|custom-dir|root(?:-?dir)?|load|module|modulepath|use-yarnrc|makefile|taskfile|playbook|hooks?(?:-?dir)?|inject|bootstrap|autoload(?:-file)?|manifest-path|project-?dir(?:ectory)?|profiles-dir|chdir)$/i;
/** Options whose file may be code or settings that name some. */
const MAY_LOAD =
  /^--?(?:c|f|s|t|a|settings(?:-file)?|conf(?:ig)?(?:-?(?:file|dir|path))?|project|file|scripts?|workflow|recipe|import|transform|processor|template-dir|spec-file|pipeline|target|snakefile)$/i;
/** Files that are run, never merely read by the tool they are given to. */
const SCRIPT =
  /\.(?:[cm]?[jt]sx?|py|rb|pl|pm|php|lua|sh|bash|zsh|fish|ps1|el|lisp|scm|clj|cljs|exs?|groovy|gradle|kts?|scala|jar|war|so|dylib|dll|wasm|node|vim|nse|nf|cwl|ipynb|bats|robot|feature|dart|swift|zig|v|csx|fsx|java|hs|ml|rs|go|cr|nim|jl|r|tcl|awk|desktop|workflow|scpt|command|AppImage|run|hta)$/i;
/** Files that tell a tool what to run. */
const SETTINGS = /\.(?:nix|mk|cmake|ninja|bzl|ya?ml|toml|ini|cfg|conf|xml|json5?|hcl|tf|sed|gdb)$/i;
/** Tools that look at source code and do not run it. */
const LOOKS =
  /lint|fmt|format|check|style|^(?:black|ruff|mypy|pyright|basedpyright|pytype|flake8|pylint|isort|autopep8|yapf|bandit|radon|vulture|prettier|tsc|rubocop|standardrb|cloc|tokei|scc|bat|batcat|glow|code|ctags|cscope|semgrep|trivy|highlight|pygmentize|dos2unix|wc|diffoscope|delta|difft|ast-grep|sg|tree-sitter|exiftool|codespell|typos|vale|write-good|sloc|gitleaks|trufflehog|comby|jscpd|javap|jdeps)$/;
/** Words behind which a tool is given what it shall do. */
const RUNS = /^(?:run|exec|execute|start|play|test|watch|dev|up)$/;
const BORROWED = /^(?:\/tmp|\/var\/tmp|\/dev\/shm)\//;

/** Whether a path is written as one in a directory where anybody may write. */
export const isBorrowed = (path: Text): boolean => BORROWED.test(path);

const isBare = (path: Text): boolean => !/\.\w+$/.test(path.slice(path.lastIndexOf("/") + 1));

/** Code of somebody else that a program is told to load: a file in a directory where anybody may have put it. */
export const loaded = (args: readonly Text[]): readonly Effect[] =>
  args.flatMap((arg, index) => {
    const glued = /^(--?[\w-]+)[=:](.*)$/s.exec(arg) ?? /^(-[a-zA-Z])(\/.*)$/s.exec(arg);
    const path = glued === null ? arg : (glued[2] ?? "");
    if (!isBorrowed(path)) return [];
    const before = glued === null ? (args[index - 1] ?? "") : (glued[1] ?? "");
    const settings = MAY_LOAD.test(before) && (SCRIPT.test(path) || SETTINGS.test(path) || isBare(path));
    const told = RUNS.test(before) && SETTINGS.test(path);
    return LOADS.test(before) || settings || told ? [executes(path)] : [];
  });

/** A script in such a directory that a program is simply given, unless all it does is look at source code. */
export const givenScripts = (name: string, args: readonly Text[]): readonly Effect[] =>
  LOOKS.test(name)
    ? []
    : args
        .filter((arg, index) => isBorrowed(arg) && SCRIPT.test(arg) && !(args[index - 1] ?? "").startsWith("-"))
        .map((path) => executes(path));
