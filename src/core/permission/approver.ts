import type { GivenStdin } from "../policy/read/given-stdin.ts";
import type { Findings, Part } from "../policy/verdict.ts";

/** What an approver can say: this time, for this session, from now on, or no. */
export type Answer = "once" | "session" | "always" | "deny";

/** Why a question was not answered with a yes: the user said no, nobody answered, the client declined by itself, nobody could be asked. */
export type RefusedBy = "person" | "unanswered" | "client" | "nobody";

/** An answer, with an optional message to the model. */
type ApproverReply =
  | Answer
  | {
      readonly answer: Answer;
      readonly message?: string;
      /** With `always`: the rule to keep, as it was offered (`wider.rule`); `always` alone keeps those of `Question.always`. */
      readonly rule?: string;
      /** With `deny`: who refused; the user (`person`) if not given. */
      readonly by?: RefusedBy;
    };

/** A rule that also lets other commands through, with three of each kind. The policy has judged all six. */
export type WiderForm = {
  readonly rule: string;
  /** Commands that it would let through. */
  readonly lets: readonly string[];
  /** Commands that it would not let through. */
  readonly stops: readonly string[];
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
  /** A rule to offer beside `always`, where there is one. */
  readonly wider?: WiderForm;
  readonly suggestion?: string;
};

/** Answers an `ask`: a function, a terminal, a dashboard, another program. */
export type Approver = (question: Question) => Promise<ApproverReply>;
