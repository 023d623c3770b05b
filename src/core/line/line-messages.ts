/**
 * What is said on a line: one vocabulary for the socket of a host and for the page.
 *
 * Times are milliseconds since the epoch. A frame is one line of JSON (`frames.ts`). The server speaks first (`Greeting`);
 * then each `Request` gets any number of events and one last word, under its own id.
 */
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { JournalProblem } from "../journal/journal-problem.ts";
import type { Answer, QuestionView, WiderForm } from "../permission/approver.ts";
import type { Decision } from "../policy/verdict.ts";
import type { ShellStatus } from "../shell/background/shell-status.ts";

/** The version of this vocabulary. A client that reads another one says so and leaves. */
export const LINE_VERSION = 1;

/** The first frame of a server. With `no`, it takes no further connection. */
export type Greeting = { readonly nacre: number } & ({ readonly host: HostView } | { readonly no: Refusal });

export type Request = { readonly id: number; readonly ask: Ask };

/** `is` and `no` are the last word on a request. A `no` under id 0 is about the connection, which ends. */
export type Response =
  | { readonly id: number; readonly is: Reply }
  | { readonly id: number; readonly event: LineEvent }
  | { readonly id: number; readonly no: Refusal };

/** Why an ask was not done, by a code for programs and a sentence for users. */
export type Refusal = { readonly code: RefusalCode; readonly sentence: string };

/**
 * `unknown`: the host does not know this ask, shell or question. `invalid`: the ask is not whole. `changed`: the question
 * is not the one that was shown. `busy`: too much at once. `failed`: the host tried and could not. A client itself says
 * `version`: the host speaks another one; `gone`: there is no line, or no longer; `late`: no answer came in time.
 */
type RefusalCode = "unknown" | "invalid" | "changed" | "busy" | "failed" | "version" | "gone" | "late";

export type { QuestionView } from "../permission/approver.ts";

/** What each ask says, and what the last word on it says. */
export type Asks = {
  readonly list: { readonly ask: object; readonly reply: Overview };
  readonly read: { readonly ask: ReadAsk; readonly reply: ShellReading };
  readonly follow: { readonly ask: FollowAsk; readonly reply: FollowEnd };
  readonly kill: { readonly ask: KillAsk; readonly reply: Killed };
  readonly type: { readonly ask: TypeAsk; readonly reply: TypedByUser };
  readonly hold: { readonly ask: { readonly shell: string }; readonly reply: FollowEnd };
  readonly questions: { readonly ask: object; readonly reply: { readonly questions: readonly QuestionView[] } };
  readonly answer: { readonly ask: AnswerAsk; readonly reply: AnswerReply };
  readonly rules: { readonly ask: object; readonly reply: RulesReply };
  readonly "keep-rule": { readonly ask: KeepRuleAsk; readonly reply: RuleView };
  readonly "remove-rule": { readonly ask: { readonly rule: string }; readonly reply: RuleView };
  readonly "reload-rules": { readonly ask: object; readonly reply: { readonly rules: number } };
  readonly check: { readonly ask: CheckAsk; readonly reply: RuleCheck };
};

export type AskName = keyof Asks;
export type Ask = { readonly [K in AskName]: { readonly do: K } & Asks[K]["ask"] }[AskName];
export type Reply = Asks[AskName]["reply"];
export type ReplyTo<A extends Ask> = Asks[A["do"]]["reply"];

/** A last word. */
export type Said<T> = { readonly is: T } | { readonly no: Refusal };

/**
 * Reads what a shell printed, from a cursor on. Without `maxChars` it reads a page and leaves nothing out: a reader asks
 * again with `nextCursor` until it stays as it is. With it, the middle of a long text is left out.
 */
export type ReadAsk = {
  readonly shell: string;
  readonly since?: string;
  readonly maxChars?: number;
  /** Escape sequences as they were printed. */
  readonly raw?: boolean;
};

/**
 * Events from now on. Without `shell`: the overview first, then what happens to the host and all its shells, sessions and
 * questions, without output, until the connection ends. With `shell`: what that shell prints from `since` on, and nothing
 * else; the last word comes when its command has ended and all that it printed was sent.
 */
export type FollowAsk = {
  /** Counts as a watcher: while one is there, questions are put. */
  readonly canAnswer: boolean;
  readonly shell?: string;
  readonly since?: string;
  readonly raw?: boolean;
  /** With `shell`: what its terminal shows, in place of what it prints. */
  readonly screen?: boolean;
};

/**
 * The user types into a shell: a text, keys by their names (with blanks between), bytes as a terminal sends them. Neither is
 * judged, and what is typed is told to nobody.
 */
export type TypeAsk = {
  readonly shell: string;
  readonly text?: string;
  readonly keys?: string;
  readonly bytes?: string;
};

/** How many bytes the shell got. */
export type TypedByUser = { readonly shell: string; readonly typed: number };

/** What a terminal shows. */
export type ScreenView = {
  readonly cols: number;
  /** Each row with its colours, as escape sequences of style. */
  readonly rows: readonly string[];
  /** Counted from 1. */
  readonly cursor: { readonly row: number; readonly column: number };
  readonly isCursorHidden: boolean;
  readonly title: string;
};

export type KillAsk = { readonly shell: string; readonly signal?: KillSignal };
/** What a shell may be sent first; what is left after a grace gets KILL. */
export const KILL_SIGNALS = ["TERM", "INT", "KILL"] as const;
export type KillSignal = (typeof KILL_SIGNALS)[number];

export type AnswerAsk = {
  readonly question: string;
  /** That of the question that the user saw. */
  readonly digest: string;
  readonly answer: Answer;
  readonly rule?: string;
  readonly until?: string;
  readonly scope?: "session" | "workspace" | "user";
  readonly message?: string;
  readonly via: "page" | "answer";
};

/** What a rule would let through if it were saved. */
export type CheckAsk = { readonly question: string; readonly rule: string };

/** A rule for one session, for as long as that is there. */
export type KeepRuleAsk = {
  readonly session: string;
  readonly decision: "allow" | "deny";
  readonly rule: string;
  readonly until?: string;
};

/** The rules of the user that hold on this host, and the sessions that one can be made for. */
type RulesReply = { readonly rules: readonly RuleView[]; readonly sessions: readonly string[] };

/** A rule as its user made it; `cwd`: it is for one command as written, in this directory. */
export type RuleView = {
  readonly id: string;
  readonly decision: "allow" | "deny";
  readonly rule: string;
  readonly madeAt: string;
  readonly by: string;
  readonly until?: string;
  readonly cwd?: string;
} & ({ readonly scope: "workspace" | "user" } | { readonly scope: "session"; readonly session: string });

export type Overview = {
  readonly host: HostView;
  readonly sessions: readonly SessionView[];
  readonly shells: readonly ShellView[];
  readonly questions: readonly QuestionView[];
  readonly rules: readonly RuleView[];
};

/** The same as BashOutput reads, with the state of the shell before the read: what it prints later comes with the next. */
export type ShellReading = {
  readonly stdout: string;
  readonly stderr: string;
  readonly nextCursor: string;
  /** Bytes of the part that was read which are lost. */
  readonly dropped: number;
  readonly truncated: boolean;
  readonly status: ShellStatus;
  readonly isRunning: boolean;
};

/** The shell that was followed, when it had ended. */
export type FollowEnd = { readonly shell: ShellView };

export type Killed = {
  readonly shell: string;
  readonly alreadyStopped: boolean;
  readonly survivors: readonly number[];
};

export type AnswerReply =
  | { readonly won: true }
  | { readonly won: false; readonly by: string; readonly answer: string };

export type RuleCheck = Omit<WiderForm, "rule"> & { readonly problem?: string };

export type HostView = {
  readonly id: string;
  readonly pid: number;
  readonly startedAt: number;
  /** Which program nacre runs in: `mcp`, `serve`, `run`, or as an embedder calls itself; `library` if it does not. */
  readonly app: string;
  /** The name of the client, where there is one and it told. */
  readonly client?: string | undefined;
  readonly workspace?: string;
  /** Undefined until the first command needed it. */
  readonly sandbox?: SandboxView;
  readonly journalHead?: string;
  /** Why its journal is not written now. */
  readonly journalProblem?: JournalProblem;
};

type SandboxView = {
  readonly profile: string;
  readonly network: "on" | "off" | "listed";
  readonly containment: ContainmentLevel;
  readonly reasons: readonly string[];
};

type ContainmentLevel = "full" | "partial" | "none";

export type SessionView = {
  readonly id: string;
  readonly cwd: string;
  readonly busy?: { readonly command: string; readonly since: number };
};

export type ShellView = {
  readonly id: string;
  readonly session: string;
  /** Without known secrets. Of many long commands each is cut, and ends in `…`. */
  readonly command: string;
  readonly description?: string;
  readonly status: ShellStatus;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly completedAt?: number;
  readonly durationMs?: number;
  readonly cwd: string;
  /** Where it runs, if not on the machine of its host. */
  readonly machine?: string;
  readonly pid?: number;
  /** Not there where the system does not tell. */
  readonly ports?: readonly number[];
  /** Of all its processes that live now, and of those they have waited for. */
  readonly cpuMs?: number;
  /** Of all its processes; what they share counts once each. */
  readonly memoryBytes?: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** It has a terminal, which can be followed and typed into. */
  readonly hasTerminal?: boolean;
  /** The program that waits for input that cannot come. */
  readonly waitsForInput?: string;
  readonly decision?: Decision;
  readonly containment?: ContainmentLevel;
};

export type LineEvent =
  | { readonly kind: "overview"; readonly overview: Overview }
  | { readonly kind: "host"; readonly host: HostView }
  | { readonly kind: "shell"; readonly shell: ShellView }
  | { readonly kind: "session"; readonly session: SessionView }
  | { readonly kind: "question"; readonly question: QuestionView }
  /** All that hold now. */
  | { readonly kind: "rules"; readonly rules: readonly RuleView[] }
  | {
      readonly kind: "output";
      readonly shell: string;
      readonly stdout: string;
      readonly stderr: string;
      /** Where reading goes on behind this output. */
      readonly cursor: string;
      /** Bytes that are lost before it. */
      readonly dropped: number;
    }
  | { readonly kind: "screen"; readonly shell: string; readonly screen: ScreenView }
  | { readonly kind: "entry"; readonly entry: JournalEntry }
  /** So many events were left out, because the reader was slow: it asks anew. */
  | { readonly kind: "dropped"; readonly count: number };
