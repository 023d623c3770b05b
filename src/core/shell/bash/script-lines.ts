import { randomHex } from "../../base/ids.ts";
import { NON_INTERACTIVE } from "../../process/environment.ts";
import { openFileLimit } from "../../process/rlimits.ts";
import { SHELL_FDS } from "../../process/supervisor/supervisor-script.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";
import { type AfterTurn, asBytes, MOVED } from "./answer.ts";

/**
 * The lines that nacre writes into bash's script around the texts of a session.
 *
 * bash reads one endless script at its top level, so a text means what it means in a script. Everything nacre must
 * remember between two texts (status, `$_`, options, traps) is in the host, so bash holds nothing of nacre while a text
 * runs but an EXIT trap and three descriptors (252 to 254; under a lower limit the last but one of it and the two before),
 * four where its texts read an open pipe. A line of nacre's must not be seen by the user's traces and traps, and must work whatever the user has set:
 * - A group with its redirection is not traced; what it holds is traced to nowhere.
 * - `\builtin` is not an alias, and a function cannot hide what follows it.
 * - `exec` alone keeps a redirection. A function of that name would hide it, but for posix mode.
 * - bash puts LINENO back after each command; what the redirection of a compound command sets it to stays.
 * - A failing command fires ERR and ends bash under `set -e`, but for one in front of `&&`.
 */

/** bash takes the last number for its script; none is above 255. */
const LAST: number = Math.min(256, openFileLimit()) - 1;

/** bash's copy of the answering socket. It is close-on-exec, so no program that a text starts has it. */
export const ANSWERING: number = LAST - 1;
export const ANSWERS: string = `>&${ANSWERING}`;

/**
 * How the names of nacre's variables begin, and the name of its one function; each is there for the length of a line. No
 * text can know them: one that made them read-only would take the status of a command away.
 */
export const OURS: string = `_${randomHex(3)}`;

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Where a text reads and prints; a number is a descriptor that the supervisor gave, or bash's own copy of it. */
export type Streams = {
  readonly in: string | number | undefined;
  readonly out: string | number;
  readonly err: string | number;
};

/** The runtime directory and the file of endings in bash: no program that a text starts has them. */
export const RUNTIME: number = LAST - 2;
export const ENDING: number = LAST - 3;

/** The pipe that the texts of a session read, where it is open for them. */
export const INPUT: number = LAST - 4;

/** What a background shell does behind its hello: it has nothing more to say. */
export const backgroundLine = (hidesExec: boolean): string =>
  `${exec(` ${ANSWERING}>&- ${RUNTIME}<&- ${ENDING}<&-`, hidesExec)}\n`;

/**
 * What a shell with a terminal does before its text: it takes back what keeps programs from asking, where the session has
 * it as nacre set it.
 */
export const terminalLines = (term = "xterm-256color"): string => {
  const taken = Object.entries(NON_INTERACTIVE).map(
    ([name, value]) => `[[ \${${name}-} == ${quote(value)} ]] && \\builtin unset -v ${name}`,
  );
  return `{ ${taken.join("; ")}; \\builtin unset -v COLUMNS LINES; \\builtin export TERM=${quote(asBytes(term))}; } >/dev/null 2>&1\n`;
};

/** A file of the runtime directory: on Linux by a name that takes bash less time to read than its path. */
export const inRuntime = (directory: string, name: string): string =>
  HAS_PROC ? `/dev/fd/${RUNTIME}/${name}` : `${directory}/${name}`;

/** What a session expands from its beginning on, as at a prompt. */
export const FRESH_LINE = "\\builtin shopt -s expand_aliases\n";

/**
 * Loads the items of a state, one `eval` each. An item that fails may take its whole line with it, so the line comes once
 * more than items are known to be able to: each goes on behind the item that stopped the one before.
 */
export function loadLines(lines: number): string {
  const item = `\\builtin eval -- "\${${OURS}[${OURS}n++]}"`;
  const failed = `${OURS}f+=("$((${OURS}n-1))")`;
  const loop = `while ((${OURS}n<\${#${OURS}[@]})); do ${item} || ${failed}; done`;
  const again = `((${OURS}n<\${#${OURS}[@]})) && { ${failed}; ${loop}; }`;
  const quiet = (text: string): string => `{ ${text}; } >/dev/null 2>&1\n`;
  return (
    quiet(
      `\\builtin mapfile -d '' -t ${OURS} <&${SHELL_FDS.state}; exec ${SHELL_FDS.state}<&-; ${OURS}n=1 ${OURS}f=(); ${loop}`,
    ) + quiet(again).repeat(lines)
  );
}

/** Says that bash is ready, and which items of its state it could not load. */
export const helloLine = (nonce: string): string =>
  `\\builtin printf '%s\\0' ${nonce} "\${${OURS}n-}" "\${${OURS}f[@]}" '' ${ANSWERS}\n${FORGET_LOADED}`;

/** The names that a load used. */
const FORGET_LOADED = `\\builtin unset -v ${OURS} ${OURS}n ${OURS}f\n`;

/** Options that a line of nacre's cannot run under; the end of a text turns them off, the beginning of the next on. */
const SUSPENDED = ["xtrace", "verbose", "nounset", "errexit", "functrace", "posix"] as const;

export type Beginning = {
  readonly after: AfterTurn;
  readonly streams?: Streams | undefined;
  /** What bash runs when it ends in this text. Undefined keeps the present trap. */
  readonly onExit?: string | undefined;
  /** The number of the text's first line. */
  readonly line?: number;
  /** Whether the text stands on lines of its own. Else it follows on the last of these: `set -v` shows each line that is read. */
  readonly isInline: boolean;
  readonly namesPipeStatus?: boolean;
  /** Whether the text sees nothing of the text before: bash is calm (see `EndOptions`), and no word of the text is expanded. */
  readonly isCalm?: boolean;
  /** Whether a function hides `exec`. */
  readonly hidesExec?: boolean;
};

/** The lines before a text: its streams, its line numbers, and everything of the text before it that the next can see. */
export function beginLines(beginning: Beginning): string {
  const { after, onExit, isInline, namesPipeStatus, isCalm } = beginning;
  const { status, last, debugTrap, pipeStatus } = after;
  const trap = onExit === undefined ? "" : `\\builtin trap -- ${onExit} EXIT\n`;
  const head = trap + openLines(beginning);
  if (isCalm) return isInline ? `${head}\n` : head;
  const set = takenBack(after);
  const kept = (status === 0 ? "" : " && :") + (isInline ? "\n" : "; ");
  const isPiped = pipeStatus.length > 1 && namesPipeStatus === true;
  if (debugTrap !== undefined || after.options.includes("functrace") || isPiped) {
    const before = quietly(set + (debugTrap === undefined ? "" : `\\builtin trap -- ${debugTrap} DEBUG; `));
    const statuses = isPiped ? pipeStatus : [status];
    return `${head}${before}{ ${statuses.map((one) => `(exit ${one})`).join(" | ")}; } 2>/dev/null${kept}`;
  }
  if (status === 0 && set === "") return `${head}\\builtin : ${quote(last)}${kept}`;
  const restore = `{ \\builtin unset -f ${OURS}; ${set}\\builtin return ${status}; } 2>/dev/null`;
  return `${head}${OURS}() { ${restore}; }; ${OURS} ${quote(last)}${kept}`;
}

/** The text's line numbers and streams. The stderr of a session's bash is /dev/null until its streams are opened. */
function openLines({ streams, line = 1, isInline, hidesExec }: Beginning): string {
  const numbered = `((1)) 2>&$((LINENO=${isInline ? line - 2 : line - 1},2))\n`;
  return streams === undefined ? numbered : `${numbered}${exec(redirections(streams), hidesExec)}; `;
}

const quietly = (commands: string): string => (commands === "" ? "" : `{ ${commands}} 2>/dev/null; `);

/** Whether the end of a text had nothing to suspend. */
export const wasCalm = (after: AfterTurn): boolean => after.debugTrap === undefined && takenBack(after) === "";

/** Takes back what the end of the text before did: builtins that were off, options that were on. */
function takenBack({ options, disabled }: AfterTurn): string {
  const off = disabled.length === 0 ? "" : `\\builtin enable -n ${disabled.join(" ")}; `;
  const back = options.filter((option) => (SUSPENDED as readonly string[]).includes(option));
  return off + (back.length === 0 ? "" : `\\builtin set ${back.map((option) => `-o ${option}`).join(" ")}; `);
}

const redirections = ({ in: input, out, err }: Streams): string => {
  const reads = input === undefined ? "" : ` <${target(input)}`;
  return ` >${target(out)} 2>${out === err ? "&1" : target(err)}${reads}${input === SHELL_FDS.input ? ` ${input}<&-` : ""}`;
};

const target = (stream: string | number): string => (typeof stream === "number" ? `&${stream}` : quote(stream));

/** Redirects the shell itself, or ends it: no text may print where it was not told to. */
function exec(redirections: string, isHidden: boolean | undefined, status = ""): string {
  const plain = `\\exec${redirections} || \\exit${status}`;
  if (isHidden !== true) return plain;
  // Posix mode leaves one option behind.
  const back = `[[ $${OURS}b == *inherit_errexit* ]] || \\builtin shopt -u inherit_errexit`;
  return `${OURS}b=$BASHOPTS; \\builtin set -o posix; ${plain}; \\builtin set +o posix; ${back}; \\builtin unset ${OURS}b`;
}

/** The status of the text, behind an `exit` of nacre's. */
const NOTED_STATUS = ` "\${${OURS}%%/*}"`;

const SILENT = " </dev/null >/dev/null 2>&1";

export type EndOptions = {
  readonly nonce: string;
  /** Whether bash must say itself where it is, because the host cannot see it. */
  readonly tellsPlace: boolean;
  readonly hidesExec?: boolean;
  /** Whether bash keeps the text's streams, because more of it follows. */
  readonly keepsStreams?: boolean | undefined;
  /** The streams that the text was given, where bash must say whether it still has them. */
  readonly given?: Streams | undefined;
  /** Whether a RETURN trap may be set: it would run behind the ending, which is a file. */
  readonly runsReturnTrap?: boolean;
  /** Whether bash has no trap but nacre's and none of the suspended options, and the text changes none of that. */
  readonly isCalm?: boolean;
  /** Whether the text may have taken something away that this line needs: then the status comes first, whatever shows. */
  readonly isTight?: boolean;
};

/**
 * Takes down what the text left, and turns off what nacre's next lines cannot run under. All in one value: bash reads its
 * script byte by byte, so every name costs. No part but the last holds a slash.
 */
const NOTE = `${OURS}=$?/$SHELLOPTS/\${PIPESTATUS[@]@A}/\${_-}`;
const CALM = `\\builtin trap -p ${ANSWERS}; \\builtin trap - DEBUG; \\builtin set +xvueT +o posix`;
const QUIETLY = `${CALM}; } >/dev/null 2>&1; `;
const CALMED = `{ ${NOTE}; ${QUIETLY}`;

/**
 * The line behind a text: says how it ended, and lets go of its streams first, so that the host sees who else holds them.
 * The empty line behind it stays unread while a text runs: a bash that has read it and said nothing has lost the thread.
 */
export function endLines(options: EndOptions): string {
  const { isTight, hidesExec, keepsStreams, given } = options;
  if (isPlain(options)) {
    const noted = options.isCalm ? `${NOTE}; ` : CALMED;
    return `${noted}\\. /dev/fd/${ENDING} ${options.nonce}${options.tellsPlace ? " 1" : ""}\n\n`;
  }
  const calm = isTight ? `${NOTE}; { ${SWITCH_ON}; ${QUIETLY}` : CALMED;
  if (keepsStreams) return `${calm}{ ${answer(options)}; } 2>/dev/null\n\n`;
  const moved = given === undefined ? "" : movedTest(given);
  return `${calm}${moved}${exec(SILENT, hidesExec, NOTED_STATUS)}; ${answer(options)}\n\n`;
}

/** Whether the ending can be the file: on other systems a descriptor that is opened by its name goes on where it was. */
const isPlain = ({ isTight, hidesExec, keepsStreams, given, runsReturnTrap }: EndOptions): boolean =>
  HAS_PROC && !isTight && !hidesExec && !keepsStreams && !runsReturnTrap && given === undefined;

/** Notes that the shell's streams are no longer those that the text was given. */
const movedTest = ({ out, err }: Streams): string =>
  `[[ /dev/fd/1 -ef ${quote(String(out))} && /dev/fd/2 -ef ${quote(String(err))} ]] || ${OURS}m=${MOVED}; `;

/** Says which builtins are switched off, and switches on what nacre's lines need. */
export const SWITCH_ON: string = `\\builtin enable -n ${ANSWERS}; \\builtin enable printf trap set unset exec declare alias hash complete umask ulimit pwd local cd shopt return test :`;

/** The same once more, for a bash whose user has a function called `builtin`: nothing but posix mode gets past it. */
export const rescueLines = (options: EndOptions): string =>
  `{ ${OURS}b=$BASHOPTS; POSIXLY_CORRECT=y; \\unset -f builtin; \\builtin set +o posix; \\builtin shopt -u inherit_errexit; ` +
  `[[ $${OURS}b == *inherit_errexit* ]] && \\builtin shopt -s inherit_errexit; \\builtin unset ${OURS}b; ${QUIETLY}` +
  `${exec(SILENT, true, NOTED_STATUS)}; ${answer(options)}\n\n`;

/** bash says where it was when it went there. The directory may have been deleted and made anew since; the user may have set PWD. */
const SURE = `\\builtin test . -ef "\${PWD-}" && \\builtin printf = ${ANSWERS}`;

const TELL_PLACE = `\\builtin printf '\\0' ${ANSWERS}; \\builtin pwd -P ${ANSWERS}; ${SURE}`;

function saying(nonce: string, more: string): string {
  return (
    `\\builtin printf '%s\\0' '' ${nonce} "\${PWD-}" "\${#BASH_ALIASES[@]}" "$${OURS}"${more} '' ${ANSWERS} || ` +
    `\\exit${NOTED_STATUS}; \\builtin unset ${OURS}`
  );
}

const answer = ({ nonce, tellsPlace, given }: EndOptions): string => {
  const place = tellsPlace ? `${TELL_PLACE}; ` : "";
  return given === undefined ? `${place}${saying(nonce, "")}` : `${place}${saying(nonce, ` "\${${OURS}m-}"`)} ${OURS}m`;
};

/** A turn of nacre's own, which no text sees, and no ERR trap hears. */
export const cdLine = (directory: string): string => `\\builtin cd -- ${quote(directory)} && :\n`;

/** Not by `export`: the user may have switched that off. */
export const exportLine = (variables: ReadonlyMap<string, string>): string =>
  `\\builtin declare -x ${[...variables].map(([name, value]) => `${name}=${quote(asBytes(value))}`).join(" ")} && :\n`;

/** Whether bash is in this directory. */
export const lookLine = (directory: string): string => `\\builtin test . -ef ${quote(directory)} && :\n`;

/**
 * Runs a text at the top level as it stands, or in an `eval` where bash must not read it as a part of its script. Before
 * bash 5.3 a backslash at the end joins the next line, which a script does not have; `eval` takes it for a letter.
 */
export const textLines = (text: string, isInline: boolean): string =>
  isInline ? `${text}\n` : `\\builtin eval -- ${quote(text)}${text.endsWith("\\") ? JOINED : ""}; `;

/** A line end before bash 5.3, nothing from then on: there is no item 9. */
const JOINED = "${BASH_VERSINFO[9*(BASH_VERSINFO[0]*100+BASH_VERSINFO[1]>502)]+$'\\n'}";

/** The part of most endings that is always the same. Its arguments: the nonce, and one more to tell the place. */
export const END_LINE: string = `${exec(SILENT, false, NOTED_STATUS)}; case $# in 2) ${TELL_PLACE};; esac; ${saying('"$1"', "")}; \\builtin return`;
