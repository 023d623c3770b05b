/** What the server tells the page and what the page asks of it, beside what is said on lines. */
import type { HistoryRow } from "../../core/journal/history-row.ts";
import type {
  AnswerAsk,
  Overview,
  QuestionView,
  RuleView,
  ScreenView,
  SessionView,
  ShellView,
  TypeAsk,
} from "../../core/line/line-messages.ts";

/** The header with the key. A page of another port has the browser's cookie, but not this. */
export const KEY_HEADER = "x-nacre-key";

/** Sent on the one stream of a tab, each as JSON in an event. */
export type PageEvent =
  /** Everything, at the begin of a stream. `now` is the server's clock. */
  | {
      readonly kind: "hosts";
      readonly now: number;
      readonly version: string;
      readonly hosts: readonly Overview[];
      readonly kept: readonly ShellView[];
    }
  | { readonly kind: "host"; readonly overview: Overview }
  /** With the shells that are kept of dead hosts. */
  | { readonly kind: "host-gone"; readonly host: string; readonly kept: readonly ShellView[] }
  | { readonly kind: "shell"; readonly host: string; readonly shell: ShellView }
  | { readonly kind: "session"; readonly host: string; readonly session: SessionView }
  | { readonly kind: "question"; readonly host: string; readonly question: QuestionView }
  | { readonly kind: "rules"; readonly host: string; readonly rules: readonly RuleView[] }
  /** The output of the chosen shell. `skipped` bytes before it were not sent. */
  | {
      readonly kind: "output";
      readonly shell: string;
      readonly stdout: string;
      readonly stderr: string;
      readonly cursor: string;
      readonly skipped: number;
      readonly dropped: number;
    }
  /** What the terminal of the chosen shell shows. */
  | { readonly kind: "screen"; readonly shell: string; readonly screen: ScreenView }
  /** The chosen shell cannot be read, and why. */
  | { readonly kind: "no-output"; readonly shell: string; readonly sentence: string }
  /** Something was written to a journal. */
  | { readonly kind: "journal" }
  /** The last event of a stream that had to go for another tab of this browser: it has so many. */
  | { readonly kind: "crowded"; readonly most: number }
  /** Says that the stream lives. */
  | { readonly kind: "beat" };

/** What a user can be told of: open questions, shells by their ids. */
export type Look = {
  readonly questions: readonly { readonly id: string; readonly client?: string | undefined }[];
  readonly running: readonly string[];
  readonly waiting: readonly string[];
  readonly ended: readonly Pick<ShellView, "id" | "status">[];
};

/** What a hidden tab asks for: with the shells that ended since the time it names. `now` is the time to name next. */
export type Summary = Look & { readonly now: number };

/** What is posted to change something. */
export type KillBody = { readonly host: string; readonly shell: string };
export type TypeBody = { readonly host: string } & Pick<TypeAsk, "shell" | "text" | "keys">;
export type AnswerBody = { readonly host: string } & Omit<AnswerAsk, "via">;
export type RemoveRuleBody = { readonly host: string; readonly rule: string };
export type CheckBody = { readonly host: string; readonly question: string; readonly rule: string };

/** What signing in gives: the cookie comes beside it. */
export type SignedIn = { readonly key: string };

/** A request that was refused. */
export type Refused = { readonly error: { readonly code: string; readonly message: string } };

export type Answer = AnswerAsk["answer"];

/** A look at the history: the latest rows that fit, and how many there are. */
export type HistoryReply = {
  readonly rows: readonly HistoryRow[];
  /** How many rows fit, and how many there are in that time. */
  readonly found: number;
  readonly total: number;
  /** There is more than was read: the figures are the least that there is. */
  readonly isCut: boolean;
  /** Of what fits, whatever its verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly sessions: readonly string[];
  /** Commands in each of the last minutes; `start` is when the first of them began. */
  readonly minutes: { readonly start: number } & Readonly<Record<Verdict, readonly number[]>>;
};

export type Verdict = "allow" | "ask" | "deny";

/** Whether the chains of all journals are whole, and the last hash of each. */
export type JournalCheck = {
  readonly lines: number;
  readonly chains: number;
  readonly flaws: readonly string[];
  readonly heads: readonly { readonly host: string; readonly hash: string }[];
};

/** An open try, as the list of them tells of it. */
export type TryRow = {
  readonly id: string;
  readonly workspace: string;
  readonly startedAt: number;
  readonly commands: readonly string[];
  /** How many paths of it were kept already. */
  readonly kept: number;
  /** Whether commands of it may still run. */
  readonly isRunning: boolean;
};

/** The newest first. */
export type TriesReply = { readonly tries: readonly TryRow[] };

export type TryReply = TryRow & {
  /** What left it, or could have; what would be otherwise without it. */
  readonly escapes: readonly string[];
  readonly differs: readonly string[];
  readonly changes: readonly TriedChange[];
  /** How many changes were left out. */
  readonly more: number;
};

/** One line of what a try changed: a path, or a directory that stands for all in it. */
export type TriedChange = {
  readonly sign: string;
  readonly path: string;
  readonly text: string;
  /** How many changes it stands for; of several no diff is shown. */
  readonly count: number;
  readonly marks: readonly string[];
  readonly diffs: readonly FileDiff[];
  /** Whether diffs of it were left out. */
  readonly hasMore: boolean;
};

export type FileDiff = {
  readonly path: string;
  /** Modes and names, in git's words. */
  readonly facts: readonly string[];
  /** Of a unified diff. */
  readonly lines: readonly string[];
  /** How many lines were left out. */
  readonly more: number;
  /** Lines are there for text alone: `large` and `binary` have none, and what holds secrets is not drawn. */
  readonly content: "text" | "binary" | "large" | "secret";
};
