import { IN_TEMP } from "../../knowledge/system-places.ts";
import type { Text } from "../values/abstract-text.ts";
import { type Effect, executes } from "./effect.ts";

/** Options that make a tool load code, whatever the file is called: short ones, and words in long ones. */
const LOADS =
  /^-[rLG]$|^--?(?:setup|root(?:-?dir)?|ext|load)$|^--?[\w-]*(?:require|plugin|module|loader|lua-filter|rulesdir|global-?(?:setup|teardown)|init|rc(?:-?(?:file|path))?$|extensions?$|preload|custom-dir|yarnrc|makefile|taskfile|playbook|hook|inject|bootstrap|autoload|manifest|project-?dir|profiles-dir|chdir|workdir|script|macro|startup|handler|conf-source)/i;
/** Options that say where a tool writes: they load nothing. */
const KEEPS =
  /out|log|cache|tmp|temp|report|dest|cover|artifact|save|dump|trace|record|result|history|pid|sock|store|download|upload|export|screenshot|video|backup|prefix/i;
/** Options whose file may be code, or settings that name code. */
const MAY_LOAD =
  /^-[cfsta]$|^--?(?:settings(?:-file)?|conf(?:ig)?(?:-?(?:file|dir|path))?|project|file|code|path|workflow|recipe|import|transform|processor|template-dir|spec-file|pipeline|target|snakefile)$/;
/** Files that a tool runs, and does not only read. */
const SCRIPT =
  /\.(?:[cm]?[jt]sx?|py|rb|pl|pm|php|lua|sh|bash|zsh|fish|ps1|el|lisp|scm|clj|cljs|exs?|groovy|gradle|kts?|scala|jar|war|so|dylib|dll|wasm|node|vim|nse|nf|cwl|ipynb|bats|robot|feature|dart|swift|zig|v|csx|fsx|java|hs|ml|rs|go|cr|nim|jl|r|tcl|awk|desktop|workflow|scpt|command|AppImage|run|hta|side|sol|fcmacro|service|plist)$/i;
/** Files that tell a tool what to run. */
const SETTINGS = /\.(?:nix|mk|cmake|ninja|bzl|ya?ml|toml|ini|cfg|conf|xml|json5?|hcl|tf|sed|gdb)$/i;
/** Names of such files without an ending. */
const NAMED = /\/(?:[A-Z]\w*file|\.?[a-z]+rc|[^/]+\.(?:conf|cfg))$/;
/** Tools that look at source code and do not run it. */
const LOOKS =
  /lint|fmt|format|check|style|^(?:black|ruff|mypy|pyright|basedpyright|pytype|flake8|pylint|isort|autopep8|yapf|bandit|radon|vulture|prettier|tsc|rubocop|standardrb|cloc|tokei|scc|bat|batcat|glow|code|ctags|cscope|semgrep|trivy|highlight|pygmentize|dos2unix|wc|diffoscope|delta|difft|ast-grep|sg|tree-sitter|exiftool|codespell|typos|vale|write-good|sloc|gitleaks|trufflehog|comby|jscpd|javap|jdeps)$/;
/** Words behind which a tool takes what it runs. */
const RUNS = /^(?:run|exec|execute|start|play|script)$/;
const TRIES = /^(?:-C|test|watch|dev|up|serve)$/;

const isBare = (path: Text): boolean => !/\.\w+$/.test(path.slice(path.lastIndexOf("/") + 1));

/** Whether the words before a path say that it is loaded or run. */
function isTold(before: Text, path: Text): boolean {
  if (before.startsWith("-") && KEEPS.test(before)) return false;
  const readable = SCRIPT.test(path) || SETTINGS.test(path) || NAMED.test(path);
  if (LOADS.test(before) || (TRIES.test(before) && readable)) return true;
  return (readable || isBare(path)) && (MAY_LOAD.test(before) || RUNS.test(before));
}

/** Foreign code that a program is told to load: a file in a temporary directory, where every program may write. */
export const loaded = (args: readonly Text[]): readonly Effect[] =>
  args.flatMap((arg, index) => {
    const glued = /^(--?[\w-]+)[=:](.*)$/s.exec(arg) ?? /^(-[a-zA-Z])(\/.*)$/s.exec(arg);
    const path = glued === null ? arg : (glued[2] ?? "");
    if (!IN_TEMP.test(path)) return [];
    const before = glued === null ? (args[index - 1] ?? "") : (glued[1] ?? "");
    return isTold(before, path) ? [executes(path)] : [];
  });

/** Scripts in a temporary directory among the operands of a program, unless it only looks at source code. */
export const givenScripts = (name: string, args: readonly Text[]): readonly Effect[] =>
  LOOKS.test(name)
    ? []
    : args
        .filter((arg, index) => IN_TEMP.test(arg) && !(args[index - 1] ?? "").startsWith("-"))
        .filter((arg) => SCRIPT.test(arg) || NAMED.test(arg))
        .map((path) => executes(path));
