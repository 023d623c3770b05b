import type { Finding } from "../core/policy/verdict.ts";

/** What a person is asked before something runs that the policy would not decide alone. */
export type Question = {
  readonly command: string;
  readonly cwd: string;
  readonly findings: readonly Finding[];
  /** The answers that make sense here; `deny` always does. */
  readonly answers?: readonly Answer[];
};

export type Answer = "once" | "session" | "always" | "deny";

/** Whoever answers an `ask`. */
export type Approver = (
  question: Question,
) => Promise<Answer | { readonly answer: Answer; readonly message?: string | undefined }>;
