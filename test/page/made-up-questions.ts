import type { LineHost } from "../../src/core/line/line-host.ts";
import type { AnswerAsk, QuestionView } from "../../src/core/line/line-messages.ts";
import { madeUpHost, VIEW } from "../core/line/made-up-host.ts";
import { shellView } from "../support/page-ground.ts";

const COMMAND = "cd web && npm run build && git push --force origin main";
const PART = "git push --force origin main";
const SPAN = [COMMAND.indexOf(PART), COMMAND.length] as const;

/** A question as a host puts it. */
export const questionView = (id: string, more: Partial<QuestionView> = {}): QuestionView => ({
  id,
  digest: `digest of ${id}`,
  session: "default",
  command: COMMAND,
  cwd: "/home/mira/work/storefront",
  findings: [
    { decision: "ask", rule: "publish", reason: "This pushes to the outside world.", part: PART, span: SPAN },
    { decision: "ask", rule: "git-discard", reason: "This rewrites work in git.", part: PART, span: SPAN },
  ],
  parts: [],
  answers: ["once", "session", "always", "deny"],
  always: [`Bash(${PART})`],
  wider: { rule: "Bash(git push --force origin *)", lets: [], stops: [] },
  suggestion: "git push --dry-run --force origin main",
  lost: { text: "2 commits on origin/main that this branch does not have.", asOf: Date.now() - 60_000 },
  askedAt: Date.now() - 60_000,
  expiresAt: Date.now() + 540_000,
  state: "open",
  ...more,
});

/** A host that asks these questions and keeps the answers it is given. */
export function askingHost(questions: readonly QuestionView[], over: Partial<LineHost> = {}) {
  const given: AnswerAsk[] = [];
  const listeners = new Set<(question: QuestionView) => void>();
  const host = madeUpHost({
    view: () => ({ ...VIEW, client: "claude-code", workspace: "/home/mira/work/storefront" }),
    overview: async () => ({
      host: { ...VIEW, client: "claude-code", workspace: "/home/mira/work/storefront" },
      sessions: [{ id: "default", cwd: "/home/mira/work/storefront" }],
      shells: [shellView("shell_1", { description: "Dev server" })],
      questions,
      rules: [],
    }),
    questions: {
      list: () => questions,
      answer: async (ask) => {
        given.push(ask);
        const question = questions.find(({ id }) => id === ask.question);
        const settled = { ...question, state: "answered", answer: ask.answer, answeredBy: "on the page" };
        for (const listener of listeners) listener(settled as QuestionView);
        return { is: { won: true } };
      },
      check: async ({ rule }) =>
        rule.includes("(")
          ? { is: { lets: [PART], stops: ["git push --force origin release", "git push -f --all"] } }
          : { is: { problem: "A rule has the form Bash(…).", lets: [], stops: [] } },
      reloadRules: async () => ({ is: { rules: 0 } }),
      addWatcher: () => () => undefined,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ...over,
  });
  return { host, given };
}
