import { assertNever } from "../core/base/assert-never.ts";
import {
  DEFAULT_WAIT_MS,
  ECHOED_CHARS,
  HIGHEST_PORT,
  KILL_GRACE_MS,
  type Limits,
  NAMED_CHARS,
} from "../core/base/limits.ts";
import { oneLine, shown } from "../core/base/show-value.ts";
import type { Cut } from "../core/output/transcript.ts";
import type { Finding } from "../core/policy/verdict.ts";
import { reach } from "../core/process/supervisor/reach.ts";
import type { LoginFailure, LoginLack } from "../core/shell/login/login-environment.ts";
import type { BackgroundChild, Restored } from "../core/shell/session/outcome.ts";
import type { Relocation } from "../core/shell/session/session-place.ts";
import type { Awaited } from "./shells/wait-for.ts";
import { type ToolNames, toolNamesOf } from "./tool-names.ts";
import { type Closing, closingLine, onOneLine } from "./words/closing-line.ts";
import { INPUT_WORDS, inputNaming } from "./words/input-words.ts";
import { JOURNAL_WORDS } from "./words/journal-words.ts";
import { LEAVING_WORDS } from "./words/leaving-words.ts";
import { MACHINE_WORDS } from "./words/machine-words.ts";
import { plural } from "./words/plural.ts";
import { TRIED_WORDS } from "./words/tried-words.ts";
import type { WallView } from "./words/wall-view.ts";

export type { Closing } from "./words/closing-line.ts";

/** Every sentence a model reads. An embedder may replace any of them; the metadata stays what it is. */
type Naming = ReturnType<typeof inputNaming> & ReturnType<typeof naming>;
type OwnWords = typeof INPUT_WORDS & typeof MACHINE_WORDS & typeof LEAVING_WORDS & typeof TRIED_WORDS;
export type Words = typeof PLAIN & typeof JOURNAL_WORDS & OwnWords & Naming;

/** The beginning of a list: commands can make it longer than any model reads. */
export const firstOf = (sentences: readonly string[]): readonly string[] =>
  sentences.length <= MOST ? sentences : [...sentences.slice(0, MOST), `and ${sentences.length - MOST} more`];

const MOST = 12;

/** What a kill ended: never more than it can find here. */
const withWhat = (): string =>
  reach() === "everything" ? "with everything it had started" : "with its process tree; a daemon is not found here";

const PLAIN = {
  bashOutput: (): string =>
    "Read a background shell: its status, and what it printed since the last read. wait_for waits until something happens and returns at once when it does or no longer can. Output is kept: since re-reads from a next_cursor and uses nothing up.",
  killShell: (): string => "End a background shell and everything it started. Its output stays readable.",
  listShells: (): string => "List this session's background shells.",
  fields: {
    command: "The command",
    stdin: "Text for its standard input",
    description: "What it does, in 5-10 words",
    timeout: "Milliseconds from its start",
    tty: "Give it a terminal: full-screen programs, prompts, REPLs",
    size: "Of its terminal",
    try: "Run it on a copy and see what it would change; the user keeps that or not",
    view: "lines: what is new; screen: the whole screen of a terminal",
    runInBackground: "Return at once with a bash_id",
    sessionId: "Another session: its own state, in parallel",
    bashId: "The shell's id",
    filter: "Regex (RE2): show only matching lines; the others count as read",
    since: 'A next_cursor, or "0" for the beginning',
    waitMs: `Longest wait in milliseconds; default ${DEFAULT_WAIT_MS} with wait_for`,
    waitFor: `exit, output, port:3000 or port:HOST:3000 (1 to ${HIGHEST_PORT}), /regex/ or /regex/i`,
    head: "Only the first lines",
    tail: "Only the last lines",
    typedText: "Written as it is: end a line with \\n",
    keys: 'Keys after the text, such as "Enter", "C-c", "Up", "Escape"; on a pipe "Enter"',
    eof: "Then end the input",
    signal: `First signal; what does not heed it is killed after ${KILL_GRACE_MS / 1000} s`,
    status: "Only these",
  },

  /** What commands can see and change, in one sentence: part of the description of Bash and of a server's instructions. */
  wall: ({ shown, writable, network }: WallView): string =>
    `Sandboxed: only the system and ${onOneLine(shown.join(", "))} are there, only ${onOneLine([...writable, "/tmp and ~"].join(", "))} can be changed, and /tmp and ~ are private and, but for package caches, temporary${network === "on" ? "" : `; ${network === "off" ? "there is no network" : "only listed hosts can be reached"}`}.`,

  truncated: ({ chars, lines, exact }: Cut, where: string): string =>
    `[Output truncated: ${exact ? "" : "about "}${plural(chars, "character")} in ${plural(lines, "line")} left out${where === "" ? "" : `; ${where}`}]`,
  /** The last line of a result that is no plain success, in few words: clients cut what stands above it. */
  closing: (facts: Closing): string => closingLine(facts),
  note: (sentence: string): string => `[note] ${oneLine(sentence)}`,

  exited: (exitCode: number): string => `Command failed with exit code ${exitCode}`,
  signaled: (exitCode: number, signal: string): string =>
    `Command failed with exit code ${exitCode}: it was ended by ${signal}`,
  timedOut: (afterMs: number): string => `Command timed out after ${afterMs}ms; it was ended ${withWhat()}.`,
  cancelled: (afterMs: number): string => `Command cancelled after ${afterMs}ms; it was ended ${withWhat()}.`,
  notStarted: (): string => "Command cancelled before it began; nothing ran.",
  waitingForInput: (program: string): string =>
    `Command failed: ${program} was waiting for input, and nobody can type here, so it was ended. Give the answer with the command: by stdin, a pipe, a heredoc, or an option such as --yes.`,
  stopped: (program: string): string =>
    `Command failed: ${program} was stopped by a signal such as SIGSTOP, and nothing was left that could continue it, so it was ended.`,
  terminatedBy: (limit: string, value: number): string => `the limit ${limit} (${value}) ended it`,
  /** `printsLater`: one of them still has the command's stdout or stderr. */
  leftRunning: (children: readonly BackgroundChild[], printsLater = false): string => {
    const names = firstOf(children.map(({ pid, command }) => `${command} (pid ${pid})`)).join(", ");
    const what = children.length === 1 ? "it prints" : "they print";
    return `still running: ${names}${printsLater ? `; what ${what} here is shown with the next command's result` : ""}`;
  },
  redirectionEnded: (): string =>
    "the command redirected the whole shell (exec >file, exec 2>&1); that ended with it, and the next command prints here again",
  lateOutput: (): string => "[late output of earlier commands]",
  partlyContained: (reasons: readonly string[], why = "said once for this session"): string =>
    `the sandbox holds only in part (${why}): ${reasons.join("; ")}`,
  restored: ({ lost, cause }: Restored): string => {
    if (cause === "between") {
      const set = lost === "nothing" ? "" : ", and what was set since the last save";
      return `session restored: its bash ended or no longer answered between two commands, so a new one took its place; open descriptors and the job table are lost${set}`;
    }
    if (cause === "moved") {
      return "session restored: nacre's state directory was deleted, so it was made anew and a new bash took over; open descriptors, what earlier commands had left running, and the logs of finished shells are lost, variables, functions and directory are not";
    }
    if (cause === "unfit" && lost === "nothing") {
      return "session restored: the command left its bash unable to take another (a limit, or something of nacre's changed), so a new one took its place; limits and open descriptors are lost, variables, functions and directory are not";
    }
    return lost === "nothing"
      ? "session restored: the command ended its bash; nothing else was lost"
      : "session restored: the command ended its bash, or left it unable to go on; what it had set itself is lost, the state before it is back";
  },
  ranWithoutLogin: (lack: LoginLack): string =>
    lack === "awaited"
      ? "it ran without the environment of the user's login shell, which has not answered yet; its PATH may lead to the command: the session gets it as soon as it is there, so try again in some seconds"
      : "it ran without the environment of the user's login shell, which gave none: PATH is the one that nacre was started with",
  loginFailed: (failure: LoginFailure): string =>
    `the user's login shell failed or took too long (said once): ${failure === "nothing" ? "commands run without its environment, with the PATH that nacre was started with" : "commands have the environment that an earlier login gave"}`,
  notKept: (names: readonly string[]): string => `not kept in the session, ${orChanged(names)}`,
  notTakenOver: (names: readonly string[]): string => `not taken over from the session, ${orChanged(names)}`,
  missingDirectory: (path: string): string =>
    `the directory ${path} is gone: the next command starts in the nearest directory above it that is left, or in the working directory`,
  relocated: ({ from, to, cause }: Relocation): string => {
    if (cause === "made-anew")
      return `the directory ${from} was deleted and made anew; the session has entered the new one`;
    return cause === "deleted"
      ? `the directory ${from} was deleted; the session went to ${to}`
      : `the directory ${from} was moved, deleted or replaced; the session is in ${to}`;
  },
  stateProblem: (problem: string): string => `${problem}; logs and records are kept in a temporary directory instead`,
  cwdReset: (from: string, to: string): string => `the command left the workspace for ${from}; back in ${to}`,
  normalizedLineEnds: (): string => "the command had Windows line ends (CRLF); it ran with LF",
  quotedPaths: (paths: readonly string[]): string =>
    `quoted, because the words together name an existing path: ${paths.join(", ")}`,
  snapshotTaken: (restore: string): string =>
    `a copy of the workspace was kept first; the user has it back with: ${restore}`,

  streamNotRead: (): string =>
    "Nothing ran: this host took the stream of the tool for its result. It needs the tools of aiTools(kit, { live: false }).",
  restarted: (): string => "Session restarted: variables, functions and the directory are as they were at its start.",
  endedAlready: (statusLine: string): string => `It has ended already. ${statusLine}`,
  dryRun: (command: string, wouldAsk: boolean): string =>
    `[Dry Run] Would execute: ${command}${wouldAsk ? "\nIt would be asked about first." : ""}`,
  blocked: (findings: readonly Finding[], what = "Command"): string =>
    `${what} blocked as dangerous.${because(findings)}`,
  refused: (findings: readonly Finding[], why: string, what = "Command"): string =>
    `${what} blocked as possibly dangerous. ${why}${because(findings)}`,
  noSnapshot: (reason: string): string =>
    `Command blocked: it may wipe the workspace, and no copy could be kept first: ${reason}`,
  /** With the approver's own words, where there are any; so the three below. */
  personRefused: (message: string): string =>
    message === "" ? "The user was asked and said no." : `The user was asked and said no: ${message}`,
  unanswered: (message = ""): string =>
    `It needs the user's approval, and the question was not answered. ${message}`.trimEnd(),
  clientDeclined: (message = ""): string =>
    `It needs the user's approval, and the client declined the question by itself, too fast for a user to have read it. ${message}`.trimEnd(),
  noApprover: (message = ""): string =>
    `It needs the user's approval, and nobody can be asked here. ${message}`.trimEnd(),
  answeredTooLate: (): string => "It needs the user's approval, and nobody answered in time.",
  questionWithdrawn: (): string => "It needs the user's approval, and the question was withdrawn.",
  changedSince: (): string =>
    "The user allowed it, but what it would do has changed since, so the user would have to be asked again. Call it again if it is still needed.",
  answeredYes: (id: string): string =>
    `The user allowed it. It runs as background shell ${id}, from the session's state when the answer came; nothing of it flows back into the session.`,
  ruleNotKept: (problem: string): string =>
    `the user's answer holds until nacre ends; it could not be written down: ${problem}`,
  withdrawn: (id: string): string => `The question ${id} was withdrawn; its command does not run.`,
  alreadySettled: (id: string): string => `The question ${id} was settled before; its command has not run.`,
  dismissed: (): string => "The client dismissed it; it may run without a user.",
  couldNotAsk: (why: string): string => `The client could not ask: ${why}`,
  cannotElicit: (): string =>
    "This client cannot pass a question on to its user: it does not declare the elicitation capability.",
  /** `isKept`: the user's own rules hold here; else only those of the operator do. */
  ruleToAllow: (rules: readonly string[], isKept: boolean): string =>
    isKept
      ? `The user can allow it with ${rules.map((rule) => `nacre allow '${rule}'`).join(" and ")}, in a terminal in the workspace.`
      : `The operator can allow it by a rule under "allow": ${rules.join(", ")}`,
  noRuleToAllow: (): string => "No rule is known that would allow it; the user can allow it when asked.",

  sessionOpened: (id: string): string =>
    `this call opened a new session; to go on in it, pass with the next call: session_id="${id}"`,
  sessionNotNamed: (): string => "no session_id was passed, so no session was looked at",
  sessionNotFound: (id: string): string =>
    `Session not found: ${id}. Only a session_id that a result ended with is known, until its session ends: after a time without calls, to make room, or because the server was restarted. Leave session_id out: that opens a new session, and the result ends with its session_id.`,
  sessionsFull: (count: number): string =>
    `There are ${count} sessions already that calls went on in; pass the session_id of one of yours.`,
  sessionsNew: (): string =>
    "new session: nothing of earlier calls is left (directory, variables, functions, background shells)",
  sessionShared: (client: string): string =>
    `The session and its background shells are shared by every window and program that uses the client name ${client}; a session_id of your own keeps you apart.`,
  sessionNameless: (): string =>
    "A call without session_id opens a new session; pass the session_id that its result ends with to go on in it.",

  shellNotFound: (id: string, known: readonly string[]): string =>
    `Shell not found: ${id}. ${known.length === 0 ? "There is no background shell in this session" : `The shells of this session are ${known.join(", ")}`}; a finished one is forgotten after an hour, or earlier to make room for newer ones.`,
  invalidFilter: (problem: string): string => `Invalid filter regex: ${problem}`,
  /** `allowed` is the field's own description. */
  unknownWaitFor: (given: string, allowed: string, meant: string | undefined): string =>
    `wait_for is ${shown(given)}; it must be ${allowed}${meant === undefined ? "" : `; did you mean ${shown(meant)}?`}`,
  invalidPattern: (problem: string): string => `Invalid wait_for pattern: ${problem}`,
  itsTurn: (): string => "its turn in the session",
  anAnswer: (): string => "the user's answer",
  waitCancelled: (): string => "The wait was cancelled; nothing was read.",
  awaited: (awaited: Awaited): string => {
    switch (awaited.kind) {
      case "output":
        return "new output";
      case "exit":
        return "the end of the shell";
      case "pattern":
        return `a line that matches ${awaited.filter.pattern}`;
      case "port":
        return `port ${awaited.port}${awaited.host === undefined ? "" : ` of ${awaited.host}`}`;
      default:
        return assertNever(awaited);
    }
  },
  waitTimedOut: (what: string, waitedMs: number): string => `waited ${waitedMs} ms in vain for ${what}`,
  waitHopeless: (what: string): string => `${what} can no longer come: the shell has ended`,
  alreadyRead: (): string => 'the pattern stands in output that was read before; since="0" shows it',
  foreignPort: (port: number): string =>
    `port ${port} answers, but none of this shell's processes was seen listening on it`,
  endOfLog: (): string => "nothing new; the end of its output, which may have been read before:",
  dropped: (bytes: number): string =>
    `${plural(bytes, "byte")} of this stretch are gone: more was printed than is kept`,
  terminated: (id: string): string => `Shell ${id} terminated${reach() === "everything" ? "" : ` ${withWhat()}`}`,
  alreadyStopped: (id: string, status: string): string => `Shell ${id} already stopped (status: ${status})`,
  survived: (id: string, pids: readonly number[]): string =>
    `Shell ${id} was killed, but the kernel would not give up ${plural(pids.length, "process", "processes")}: ${pids.join(", ")}`,
  moreShells: (count: number): string => `[${plural(count, "more shell")}; status="running" lists fewer]`,
  noShells: (status: string | undefined): string =>
    status === undefined ? "No background shells." : `No background shells with status ${status}.`,
};

/** The sentences that name a tool, with the names under which the model sees them. */
const naming = (tool: ToolNames) => ({
  bash: (
    { defaultTimeoutMs, maxTimeoutMs }: Pick<Limits, "defaultTimeoutMs" | "maxTimeoutMs">,
    onTimeout: "kill" | "background" = "kill",
    interactive = false,
  ): string =>
    [
      "Run a bash command in a session that remembers: directory, variables and functions carry over to the next call.",
      `${interactive ? "Pass input by stdin, pipe or heredoc; a command that waits for more goes on as a background shell, and" : "Nobody can type into it: pass input by stdin, pipe or heredoc, and --yes where a program asks;"} into a background shell ${tool.BashInput} types. After timeout (default ${defaultTimeoutMs} ms, at most ${maxTimeoutMs}) it ${onTimeout === "kill" ? "is killed with all it started; a background shell only if you give one" : "goes on as a background shell"}.`,
      `Servers, watchers and anything that may take minutes: run_in_background, then ${tool.BashOutput} with wait_for; do not poll with sleep.`,
      "Chain with && when the next step needs the last. Quote paths that have spaces.",
      "Of long output the middle is cut, and the result says how to read the whole.",
    ].join(" "),

  /** Where all of the output is. With `bashId` where the sandbox hides the log files from commands. */
  wholeOutput: (paths: readonly string[], { bashId, since = "0" }: Rereading = {}): string => {
    if (bashId === undefined) return paths.length === 0 ? "" : `all of it is in ${paths.join(" and ")}`;
    return `search it with ${tool.BashOutput}: bash_id="${bashId}", since="${since}" and filter, head or tail`;
  },
  waitingForAnswer: (id: string): string =>
    `Waiting for an answer: ${id}\nThe command needs the user's approval and has not run; the session is free. ${tool.BashOutput} (bash_id="${id}") waits for the answer and then reads the command, ${tool.KillShell} withdraws the question. If the user allows it, it runs as a background shell, from the session's state of that moment; nothing of it flows back into the session.`,
  shellEnded: (id: string, status: string, command: string): string =>
    `background shell ${id} has ended (${status}): ${onOneLine(beginningOf(command, NAMED_CHARS))}; ${tool.BashOutput} reads what it printed`,
  started: (id: string, command: string): string =>
    `Started background shell: ${id}\nCommand: ${beginningOf(command)}\nRead it with ${tool.BashOutput} (bash_id="${id}"), end it with ${tool.KillShell}.`,
});

const OTHERS = { ...INPUT_WORDS, ...JOURNAL_WORDS, ...MACHINE_WORDS, ...LEAVING_WORDS, ...TRIED_WORDS };

export const wordsFor = (names: ToolNames): Words => ({ ...PLAIN, ...OTHERS, ...inputNaming(names), ...naming(names) });

export const WORDS: Words = wordsFor(toolNamesOf());

/** How BashOutput reads output again. */
type Rereading = { readonly bashId?: string | undefined; readonly since?: string };

/** The beginning of a long command, never half a character: its caller knows the rest. */
const beginningOf = (command: string, most: number = ECHOED_CHARS): string =>
  command.length <= most ? command : `${command.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;

const orChanged = (names: readonly string[]): string => `or not as it was: ${firstOf(names).join(", ")}`;
const MOST_FINDINGS = 4;

/** The reasons, each with the part of the command it is about. */
const because = (findings: readonly Finding[]): string =>
  findings
    .slice(0, MOST_FINDINGS)
    .map(
      ({ reason, part, suggestion }) =>
        `\n${sentence(reason)}${part === "" ? "" : ` The part that did it: ${part}`}${suggestion === undefined ? "" : `\nA safer way: ${suggestion}`}`,
    )
    .join("");

/** The text with one full stop at its end, also where brackets follow the sentence. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text.replace(/\.(?= \([^()]*\)$)/, "")}.`);
