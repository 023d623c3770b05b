import type { GivenStdin } from "../policy/read/given-stdin.ts";
import type { Findings, Part } from "../policy/verdict.ts";

/** What an approver can say: this time, for this session, from now on, try it first and ask again, or no. */
export type Answer = "once" | "session" | "always" | "try" | "deny";

/**
 * Why a question was not answered with a yes: the user said no (`person`), the client declined by itself, nobody could be
 * asked, the question was not answered, not in time, was withdrawn, or the command means something else by now.
 */
export type RefusedBy = "person" | "client" | "nobody" | "unanswered" | "expired" | "withdrawn" | "changed";

/** An answer with what belongs to it. */
export type FullReply = {
  readonly answer: Answer;
  /** A message to the model. */
  readonly message?: string;
  /** With `always`: the rule to keep, as it was offered (`wider.rule`); `always` alone keeps those of `Question.always`. */
  readonly rule?: string;
  /** With `always`: how long the rule holds (`2h`, `7d`, a date), and for which commands; where rules are kept on disk. */
  readonly until?: string;
  readonly scope?: "workspace" | "user";
  /** With `deny`: who refused; the user (`person`) if not given. */
  readonly by?: RefusedBy;
  /** Where the answer was given, such as `terminal`; shown in lists of questions. */
  readonly via?: string;
  /** With `deny`: only for now, the answer comes with another call (`Questions.answer`). */
  readonly isLater?: boolean;
};

type ApproverReply = Answer | FullReply;

/** A rule that also lets other commands through, with three of each kind. The policy has judged all six. */
export type WiderForm = {
  readonly rule: string;
  /** Commands that it would let through. */
  readonly lets: readonly string[];
  /** Commands that it would not let through. */
  readonly stops: readonly string[];
};

/** What a try of a command came to, in lines for users. */
export type TriedFacts = {
  /** Of the try; undefined where none could be made. */
  readonly id?: string;
  readonly lines: readonly string[];
};

/** What an approver is asked. The command is whole: an interface that shortens it must say so. */
export type Question = {
  readonly command: string;
  readonly cwd: string;
  /** What the caller puts on the command's standard input. Whole: an interface that shortens it must say so. */
  readonly stdin?: GivenStdin;
  readonly sessionId: string;
  readonly findings: Findings;
  readonly parts: readonly Part[];
  /** The answers on offer. A wider yes counts as the widest yes on offer, anything else as `deny`. */
  readonly answers: readonly Answer[];
  /** What `always` would remember: each part that was asked about, as written; it holds in `cwd`. */
  readonly always?: readonly string[];
  /** `rules`: `always` is kept in the user's rules for this workspace; until nacre ends, if not given. */
  readonly keptIn?: "rules";
  /** A rule to offer beside `always`, where there is one. */
  readonly wider?: WiderForm;
  readonly suggestion?: string;
  /** What the command changed in a try, where it was tried: nothing of it is in the workspace. */
  readonly tried?: TriedFacts;
  /** `keep`: the command has run in a try, and a yes keeps what it changed there; if not given, a yes lets it run. */
  readonly asks?: "keep";
};

/** A question as those see it who can answer it. Times are epoch ms. */
export type QuestionView = Omit<Question, "sessionId"> & {
  readonly id: string;
  readonly session: string;
  /** Of everything that the user decides on: an answer that names another is to another question. */
  readonly digest: string;
  /** What the command would lose, looked up. */
  readonly lost?: { readonly text: string; readonly asOf: number } | "not known";
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly state: "open" | "answered" | "expired" | "withdrawn";
  /** Where the answer was given. */
  readonly answeredBy?: string;
  readonly answer?: Answer;
  readonly message?: string;
};

/** The question's id, and a signal that is aborted when the question needs no answer any more: another came first. */
type AskedOnce = { readonly id: string; readonly signal: AbortSignal };

/** Answers an `ask`: a function, a terminal, a dashboard, another program. */
export type Approver = (question: Question, asked?: AskedOnce) => Promise<ApproverReply>;
