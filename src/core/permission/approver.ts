import type { Findings, Part } from "../policy/verdict.ts";

/** What an approver can say: this time, for this session, from now on, or no. */
export type Answer = "once" | "session" | "always" | "deny";

/** An answer, with an optional message to the model. */
type ApproverReply = Answer | { readonly answer: Answer; readonly message?: string };

/** What an approver is asked. The command is whole: an interface that shortens it must say so. */
export type Question = {
  readonly command: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly findings: Findings;
  readonly parts: readonly Part[];
  /** The answers on offer. A wider yes counts as the widest yes on offer, anything else as `deny`. */
  readonly answers: readonly Answer[];
  /** What `always` would remember, in the notation of the rules file. */
  readonly always?: readonly string[];
  readonly suggestion?: string;
};

/** Answers an `ask`: a function, a terminal, a dashboard, another program. */
export type Approver = (question: Question) => Promise<ApproverReply>;
