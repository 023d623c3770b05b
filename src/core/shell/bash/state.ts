import type { StartDirectory } from "../../files/working-directory.ts";
import { parseSyntax } from "../../policy/read/syntax.ts";
import { MARK } from "../../process/supervisor/supervisor-script.ts";
import { asText, trapsIn } from "./answer.ts";
import { OURS, quote } from "./script-lines.ts";
import { changedUlimits, inLongBlocks, isBearable, type Ulimits, ulimitsIn } from "./ulimits.ts";

/**
 * What a session's bash holds, as data: everything that another bash needs to go on from it but the directory. Values are
 * as bash wrote them, ready to be evaluated, one letter per byte.
 */
export type BashState = {
  /** `declare …` lines, by name. */
  readonly variables: ReadonlyMap<string, string>;
  /** Definitions, by name. */
  readonly functions: ReadonlyMap<string, string>;
  /** The attributes that some functions have: `declare -fx`, by name. */
  readonly functionAttributes: ReadonlyMap<string, string>;
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
  /** The arguments, quoted; empty when there are none. */
  readonly arguments: string;
  /** Limits that differ from those bash began with. */
  readonly limits: Ulimits;
  /** Variables that bash could not tell, because local ones hid them. */
  readonly hidden: readonly string[];
};

/** Variables that bash sets itself: a saved value would be wrong or refused in the next bash. */
const NOT_KEPT =
  /^(?:_|PWD|SHLVL|UID|EUID|PPID|GROUPS|SHELLOPTS|BASHOPTS|BASHPID|BASH|BASH_(?:VERSINFO|VERSION|ARGC|ARGV|ARGV0|SOURCE|LINENO|COMMAND|SUBSHELL|ALIASES|CMDS|EXECUTION_STRING)|FUNCNAME|DIRSTACK|PIPESTATUS|LINENO|RANDOM|SRANDOM|SECONDS|EPOCHSECONDS|EPOCHREALTIME|HISTCMD|COMP_WORDBREAKS|POSIXLY_CORRECT)$/;

/** A bash carries the mark of its own supervisor, whatever state it goes on from. */
const isKept = (name: string): boolean => !NOT_KEPT.test(name) && name !== MARK;

/** A function of this name would hide every builtin from nacre's lines. */
const HIDES_BUILTINS = "builtin";

/** The parts of a dump, in their order. */
const PARTS = [
  "variables",
  "names",
  "bodies",
  "traps",
  "aliases",
  "hashed",
  "completions",
  "umask",
  "soft",
  "hard",
  "path",
  "local",
  "parameters",
  "shopts",
  "options",
  "name",
  "lastJob",
  "directories",
  "frames",
] as const;

/** What bash said of itself: its state, and where it was. */
export type Dump = { readonly state: BashState; readonly place: StartDirectory };

/**
 * Reads what bash said of itself between two marks; undefined when it said it only in part. What a function hides from it
 * (variables by its local ones, the arguments) is that of the state before.
 */
export function readDump(dump: string, atStart: Ulimits, before?: BashState): Dump | undefined {
  const fields = dump.split("\0");
  if (fields.length < PARTS.length) return undefined;
  const said = Object.fromEntries(PARTS.map((part, index) => [part, fields[index]])) as Record<
    (typeof PARTS)[number],
    string
  >;
  const { options, name, frames, parameters } = said;
  const told = ulimitsIn(said.soft, said.hard);
  const attributes = attributesIn(said.names);
  const locals = [...variablesIn(said.local).keys()];
  const state = {
    variables: withoutLocals(variablesIn(said.variables), locals, before),
    functions: functionsIn(attributes, said.bodies),
    functionAttributes: new Map([...attributes].filter(([, flags]) => flags !== "declare -f")),
    traps: new Map(trapsIn(said.traps).map(({ name, commands }) => [name, commands])),
    aliases: aliasesIn(said.aliases),
    hashed: commandsIn(said.hashed, "builtin hash"),
    completions: commandsIn(said.completions, "complete"),
    umask: said.umask.trim(),
    shopts: said.shopts.split(":"),
    options: options.split(":"),
    lastJob: said.lastJob,
    directories: said.directories.replace(/^declare -a DIRSTACK=/, ""),
    arguments: Number(frames) <= 1 ? parameters.replace(/^\d+ /, "").slice(0, -1) : (before?.arguments ?? ""),
    limits: changedUlimits(options.split(":").includes("posix") ? inLongBlocks(told) : told, atStart),
    hidden: locals,
  };
  const place = asText(said.path.replace(/\n$/, ""));
  return { state, place: { path: place || asText(name), name: asText(name) } };
}

const QUOTED = String.raw`"(?:[^"\\]|\\[^])*"|\$'(?:[^'\\]|\\[^])*'`;

/** Each variable is read where the one before ends: some versions of bash print a value's line ends as they are. */
function variablesIn(text: string): Map<string, string> {
  const line = new RegExp(
    String.raw`declare -\S+ ([A-Za-z_]\w*)(?:=(?:${QUOTED}|\((?:${QUOTED}|[^"'()\n])*\)|.*))?\n`,
    "y",
  );
  const found = readAll(text, line).filter(([, name = ""]) => !name.startsWith(OURS));
  return new Map(found.map(([line, name = ""]) => [name, line.slice(0, -1)]));
}

function withoutLocals(
  variables: Map<string, string>,
  locals: readonly string[],
  before: BashState | undefined,
): ReadonlyMap<string, string> {
  for (const name of locals) {
    const line = before?.variables.get(name);
    if (line === undefined) variables.delete(name);
    else variables.set(name, line);
  }
  return variables;
}

/** What matches, one behind another; a line that does not is passed over. */
function readAll(text: string, line: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (let at = 0; at < text.length; ) {
    line.lastIndex = at;
    const match = line.exec(text);
    if (match !== null) found.push(match);
    at = match === null ? text.indexOf("\n", at) + 1 || text.length : line.lastIndex;
  }
  return found;
}

/** Commands that bash printed to be run again: their words may hold line ends. */
const commandsIn = (text: string, beginning: string): readonly string[] =>
  readAll(text, new RegExp(String.raw`${beginning}(?: (?:'[^']*'|\\[^]|[^ \n'\\])+)+\n`, "y")).map(([line]) =>
    line.slice(0, -1),
  );

/** Each alias is read where the one before ends: a value may hold line ends. */
const aliasesIn = (text: string): Map<string, string> =>
  new Map(
    readAll(text, /alias (?:-- )?([^=]+)=(?:'(?:[^']|'\\'')*'|\\')\n/y).map(([line, name = ""]) => [
      name,
      line.slice(0, -1),
    ]),
  );

/** What a bash can run that a text does not show: functions by name, and the commands of traps and aliases. */
export type CodeInState = { readonly functions: Iterable<string>; readonly unnamed: readonly string[] };

/** The same out of a dump that may never be read as a whole. */
export function codeIn(dump: string): CodeInState {
  const [, names = "", , traps = "", aliases = ""] = dump.split("\0", PARTS.indexOf("aliases") + 1);
  const commands = trapsIn(traps).filter(({ name }) => name !== "EXIT");
  return { functions: attributesIn(names).keys(), unnamed: [...commands.map((trap) => trap.commands), aliases] };
}

export function codeOf({ functions, traps, aliases }: BashState): CodeInState {
  const commands = [...traps].filter(([name]) => name !== "EXIT").map(([, text]) => text);
  return { functions: functions.keys(), unnamed: [...commands, ...aliases.values()] };
}

/** The attributes of each function, by name, as `declare -F` lists them. */
const attributesIn = (names: string): ReadonlyMap<string, string> =>
  new Map([...names.matchAll(/^(declare -\S+) (.*)$/gm)].map(([, attributes = "", name = ""]) => [name, attributes]));

/** Cuts the definitions where the next name of the list begins. */
function functionsIn(attributes: ReadonlyMap<string, string>, bodies: string): ReadonlyMap<string, string> {
  const names = [...attributes.keys()];
  const begins = beginsIn(bodies);
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, name] of names.entries()) {
    const next = (begins.get(names[index + 1] ?? "") ?? []).filter((begin) => begin > at);
    const end = endOf(bodies, at, next);
    const behind = `\n${attributes.get(name)} ${name}\n`;
    const definition = bodies.slice(at, end);
    found.set(name, definition.endsWith(behind) ? definition.slice(0, 1 - behind.length) : definition);
    at = end;
  }
  return found;
}

/** Where the definition of each name may begin. bash prints `function` in front of a name that is a reserved word. */
function beginsIn(bodies: string): ReadonlyMap<string, readonly number[]> {
  const begins = new Map<string, number[]>();
  for (const { index, 1: name = "" } of bodies.matchAll(/^(?:function )?(.*) \(\) \n\{ /gm)) {
    begins.set(name, [...(begins.get(name) ?? []), index]);
  }
  return begins;
}

/** Where a definition ends. A here-document in it can look like the next one: the parser knows. */
function endOf(bodies: string, from: number, next: readonly number[]): number {
  const [only = bodies.length, ...others] = next;
  if (others.length === 0) return only;
  return next.find((end) => parseSyntax(bodies.slice(from, end)).errors.length === 0) ?? only;
}

/** One thing of a state, as a text to evaluate. */
export type StateItem = { readonly name: string; readonly text: string };

/** Suspended while nacre's lines run, or not to be set again. */
const NOT_SET = ["xtrace", "verbose", "nounset", "errexit", "functrace", "posix", "noexec", "onecmd", "restricted"];

/** A state as items, in the order in which a fresh bash can take them. */
export function stateItems(state: BashState): readonly StateItem[] {
  const kept = [...state.variables].filter(([name]) => isKept(name));
  const functions = [...state.functions].filter(([name]) => name !== HIDES_BUILTINS && !name.startsWith(OURS));
  const attributes = [...state.functionAttributes].filter(([name]) => name !== HIDES_BUILTINS);
  const limits = [...state.limits].filter(([name, value]) => isBearable(name, value));
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
    ...kept.map(([name, line]) => item(`the variable ${name}`, line)),
    ...functions.map(([name, body]) => item(`the function ${name}`, body)),
    ...attributes.map(([name, flags]) => item(`the function ${name}`, `\\builtin ${flags} -- ${quote(name)}`)),
    item("the directory stack", stackOf(state.directories)),
    item("the umask", `\\builtin ${state.umask}`),
    ...limits.map(([name, value]) => item(`ulimit -${name}`, `\\builtin ulimit -${name} ${value}`)),
    ...state.hashed.map((line) => item("a remembered path", `\\${line}`)),
    ...state.completions.map((line) =>
      item("a completion", `\\builtin ${line.replace(/ (-[^-DEI\s]\S*)$/, " -- $1")}`),
    ),
    ...(state.arguments === "" ? [] : [item("the arguments", `\\builtin set -- ${state.arguments}`)]),
    ...traps.map(([name, commands]) => item(`the trap ${name}`, `\\builtin trap -- ${commands} ${name}`)),
    ...[...state.aliases].map(([name, line]) => item(`the alias ${name}`, `\\builtin ${line}`)),
    item("options", `\\builtin set +B +h; \\builtin set ${options.map((option) => `-o ${option}`).join(" ")}`),
    ...(state.shopts.includes("extglob") ? [] : [item("extglob", "\\builtin shopt -u extglob")]),
  ];
}

/** What another bash cannot take over, or not as it was. */
export const lostWith = ({ functions, limits, hidden, variables }: BashState): readonly string[] => [
  ...hidden.filter((name) => variables.has(name) && isKept(name)).map((name) => `the variable ${name}`),
  ...(functions.has(HIDES_BUILTINS) ? [`the function ${HIDES_BUILTINS}`] : []),
  ...[...limits].filter(([name, value]) => !isBearable(name, value)).map(([name]) => `ulimit -${name}`),
];

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
  const inherited = state.hidden.filter((name) => !state.variables.has(name));
  return Buffer.from(
    [[...exported, ...inherited].join(" "), ...items.map(({ text }) => text)].map((part) => `${part}\0`).join(""),
    "latin1",
  );
}
