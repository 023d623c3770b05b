import type { StartDirectory } from "../../files/working-directory.ts";
import { asText, trapsIn } from "./answer.ts";
import { OURS, quote } from "./script-lines.ts";

/**
 * What a session's bash holds, as data: everything that another bash needs to go on from it but the directory. Values are
 * as bash wrote them, ready to be evaluated, one letter per byte.
 */
export type BashState = {
  /** `declare …` lines, by name. */
  readonly variables: ReadonlyMap<string, string>;
  /** Definitions, by name. */
  readonly functions: ReadonlyMap<string, string>;
  readonly exportedFunctions: readonly string[];
  /** Quoted commands, by signal. */
  readonly traps: ReadonlyMap<string, string>;
  /** `alias …` lines, by name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Lines as bash prints them: remembered paths of programs, completions, the umask. */
  readonly hashed: readonly string[];
  readonly completions: readonly string[];
  readonly umask: string;
  /** `shopt` and `set -o` options that are on. */
  readonly shopts: readonly string[];
  readonly options: readonly string[];
  /** `$!` */
  readonly lastJob: string;
  /** The directory stack, as an array's value. */
  readonly directories: string;
  /** The `set --` that sets the arguments. */
  readonly arguments: string;
  /** Limits that differ from those bash began with: the letter of `ulimit`, and the value. */
  readonly limits: ReadonlyMap<string, string>;
};

/** Variables that bash sets itself: a saved value would be wrong or refused in the next bash. */
const NOT_KEPT =
  /^(?:_|PWD|SHLVL|UID|EUID|PPID|GROUPS|SHELLOPTS|BASHOPTS|BASHPID|BASH|BASH_(?:VERSINFO|VERSION|ARGC|ARGV|ARGV0|SOURCE|LINENO|COMMAND|SUBSHELL|ALIASES|CMDS|EXECUTION_STRING)|FUNCNAME|DIRSTACK|PIPESTATUS|LINENO|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|HISTCMD|COMP_WORDBREAKS|POSIXLY_CORRECT)$/;

/** A function of this name would hide every builtin from nacre's lines. */
const HIDES_BUILTINS = "builtin";

/** The parts that a dump has before its last ones, which are single words. */
const PARTS = 10;

/** What bash said of itself: its state, and where it was. */
export type Dump = { readonly state: BashState; readonly place: StartDirectory };

/** Reads what bash said of itself between two marks; undefined when it said it only in part. */
export function readDump(dump: string): Dump | undefined {
  const fields = dump.split("\0");
  const [variables = "", names = "", bodies = "", traps = "", aliases = "", hashed = "", completions = "", umask = ""] =
    fields;
  const path = asText((fields[PARTS - 2] ?? "").replace(/\n$/, ""));
  const locals = variablesIn(fields[PARTS - 1] ?? "");
  const [shopts = "", options = "", name = "", lastJob = "", directories = "", frames, parameters = ""] =
    fields.slice(PARTS);
  if (frames === undefined) return undefined;
  // A function's own variables and arguments are not the shell's.
  const isAtTop = Number(frames) <= 1;
  const state = {
    variables: new Map([...variablesIn(variables)].filter(([name]) => !locals.has(name))),
    functions: functionsIn(names, bodies),
    exportedFunctions: [...names.matchAll(/^declare -f\w*x\w* (.*)$/gm)].map(([, name = ""]) => name),
    traps: new Map(trapsIn(traps).map(({ name, commands }) => [name, commands])),
    aliases: aliasesIn(aliases),
    hashed: hashed.split("\n").filter((line) => line.startsWith("builtin hash ")),
    completions: completions.split("\n").filter(Boolean),
    umask: umask.trim(),
    shopts: shopts.split(":"),
    options: options.split(":"),
    lastJob,
    directories: directories.replace(/^declare -a DIRSTACK=/, ""),
    arguments: isAtTop ? parameters : "",
    limits: new Map(),
  };
  return { state, place: { path: path || asText(name), name: asText(name) } };
}

/** The names of the functions in what bash said of itself. */
export const functionNamesIn = (dump: string): readonly string[] => namesIn(dump.split("\0", 2)[1] ?? "");

/** The names in what `declare -F` printed. */
const namesIn = (list: string): readonly string[] =>
  [...list.matchAll(/^declare -\S+ (.*)$/gm)].map(([, name = ""]) => name);

/** bash prints each variable on a line of its own, whatever its value. */
const variablesIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^declare -\S+ ([A-Za-z_]\w*).*$/gm)].map(([line, name = ""]) => [name, line]));

/** Each alias is read where the one before ends: a value may hold line ends. */
function aliasesIn(text: string): Map<string, string> {
  const line = /alias (?:-- )?([^=]+)=(?:'(?:[^']|'\\'')*'|\\')\n/y;
  const found = new Map<string, string>();
  for (let match = line.exec(text); match !== null; match = line.exec(text))
    found.set(match[1] ?? "", match[0].trimEnd());
  return found;
}

/** Cuts the definitions where the next name of the list begins: a body can look like another definition. */
function functionsIn(names: string, bodies: string): Map<string, string> {
  const list = namesIn(names);
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, name] of list.entries()) {
    const next = list[index + 1];
    const end = next === undefined ? bodies.length : beginOf(next, bodies, at);
    found.set(name, bodies.slice(at, end));
    at = end;
  }
  return found;
}

/** bash prints `function` in front of a name that is a reserved word. */
function beginOf(name: string, bodies: string, from: number): number {
  const found = ["", "function "]
    .map((word) => bodies.indexOf(`\n${word}${name} () \n{ `, from))
    .filter((at) => at >= 0);
  return found.length === 0 ? bodies.length : Math.min(...found) + 1;
}

/** One thing of a state, as a text to evaluate. */
export type StateItem = { readonly name: string; readonly text: string };

/** Suspended while nacre's lines run, or not to be set again. */
const NOT_SET = ["xtrace", "verbose", "nounset", "errexit", "functrace", "posix", "noexec", "onecmd", "restricted"];

/** A state as items, in the order in which a fresh bash can take them. */
export function stateItems(state: BashState): readonly StateItem[] {
  const kept = [...state.variables].filter(([name]) => !NOT_KEPT.test(name) && !name.startsWith(OURS));
  const functions = [...state.functions].filter(([name]) => name !== HIDES_BUILTINS && !name.startsWith(OURS));
  const item = (name: string, text: string): StateItem => ({ name: asText(name), text });
  const traps = [...state.traps].filter(([name]) => name !== "EXIT" && name !== "DEBUG");
  const options = state.options.filter((option) => option !== "" && !NOT_SET.includes(option));
  return [
    // While functions are read, extglob must be on and aliases must not be expanded.
    item(
      "shell options",
      `\\builtin shopt -u \${BASHOPTS//:/ }; \\builtin shopt -s ${state.shopts.join(" ")} extglob; \\builtin unset -v IFS`,
    ),
    // Before the functions, one of which may be called `declare`; behind `builtin` it takes no lists.
    ...kept.map(([name, line]) => item(name, line)),
    ...functions.map(([name, body]) => item(name, body)),
    ...state.exportedFunctions.map((name) => item(name, `\\builtin export -f -- ${quote(name)}`)),
    item("the directory stack", stackOf(state.directories)),
    item("the umask", `\\builtin ${state.umask}`),
    ...[...state.limits].map(([letter, value]) => item(`ulimit -${letter}`, `\\builtin ulimit -S${letter} ${value}`)),
    ...state.hashed.map((line) => item("a remembered path", line.replace(/^builtin /, "\\builtin "))),
    ...state.completions.map((line) => item("a completion", `\\builtin ${line}`)),
    ...(state.arguments === "" ? [] : [item("the arguments", `\\builtin ${state.arguments}`)]),
    ...traps.map(([name, commands]) => item(`the trap ${name}`, `\\builtin trap -- ${commands} ${name}`)),
    ...[...state.aliases].map(([name, line]) => item(`the alias ${name}`, `\\builtin ${line}`)),
    item("options", `\\builtin set +B +h; \\builtin set ${options.map((option) => `-o ${option}`).join(" ")}`),
    ...(state.shopts.includes("extglob") ? [] : [item("extglob", "\\builtin shopt -u extglob")]),
  ];
}

/** Pushes what lies behind the present directory, the lowest first. */
const stackOf = (list: string): string =>
  `${OURS}d=${list || "()"}; for ((${OURS}i = \${#${OURS}d[@]} - 1; ${OURS}i > 0; ${OURS}i--)); do ` +
  `\\builtin pushd -n "\${${OURS}d[${OURS}i]}" >/dev/null; done; \\builtin unset -v ${OURS}d ${OURS}i`;

/** How many items can stop the line that loads them: an integer's value is evaluated. */
export const stoppersIn = (items: readonly StateItem[]): number =>
  items.filter(({ text }) => /^declare -\S*[in]/.test(text)).length + 2;

/** The bytes on the descriptor that bash loads: the names of the environment to keep, then every item. */
export function stateBytes(state: BashState, items: readonly StateItem[]): Buffer {
  const exported = [...state.variables].filter(([, line]) => /^declare -\S*x/.test(line)).map(([name]) => name);
  return Buffer.from(
    [exported.join(" "), ...items.map(({ text }) => text)].map((part) => `${part}\0`).join(""),
    "latin1",
  );
}
