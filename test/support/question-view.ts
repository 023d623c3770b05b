import type { QuestionView } from "../../src/core/line/line-messages.ts";

/** An open question about a push, with what a test wants to be otherwise. */
export const questionView = (id: string, more: Partial<QuestionView> = {}): QuestionView => ({
  id,
  digest: "d",
  session: "s",
  command: "git push",
  cwd: "/w",
  findings: [{ decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] }],
  parts: [],
  answers: ["once", "deny"],
  askedAt: 1,
  expiresAt: 2,
  state: "open",
  ...more,
});
