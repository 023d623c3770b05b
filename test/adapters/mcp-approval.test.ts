import { expect, test } from "vitest";
import { PendingApproval, withoutPerson } from "../../src/adapters/mcp-approval.ts";
import { fail, ok } from "../../src/tools/tool.ts";
import type { Question } from "../../src/tools/toolkit-options.ts";

const CALLER = { scope: "client", tool: "Bash", input: { command: "git push" } };
const QUESTION: Question = {
  command: "git push \u202e\nnow",
  cwd: "/w",
  sessionId: "default",
  findings: [{ decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] }],
  parts: [],
  answers: ["once", "always"],
  always: ["Bash(git push *)"],
  suggestion: "Try --dry-run.",
};

/** Asks through a call without an answer; gives the digest of the question and what the client is sent. */
async function asked(caller: typeof CALLER, question: Question) {
  const digests: string[] = [];
  const remember = async (digest: string): Promise<string> => {
    digests.push(digest);
    return "state";
  };
  const pending = new PendingApproval({ caller, answered: undefined, remember });
  const before = await pending.request();
  const answer = await pending.approver(question);
  return { before, answer, request: await pending.request(), digest: digests[0] ?? "" };
}

test("a question without an answer is refused for now, and sent to the client with nothing hidden", async () => {
  const { before, answer, request } = await asked(CALLER, QUESTION);
  expect([before, answer]).toMatchObject([undefined, { answer: "deny" }]);
  const text = JSON.stringify(request);
  expect(request).toMatchObject({ requestState: "state" });
  for (const part of [
    "git push \\\\u{202e}\\nnow",
    "- It publishes.",
    "A safer way: Try --dry-run.",
    "Bash(git push *)",
  ])
    expect(text).toContain(part);
  expect(text).toContain('"const":"deny"');
});

test("an answer counts for exactly the question that was asked", async () => {
  const { digest } = await asked(CALLER, QUESTION);
  const remember = async (): Promise<string> => "state";
  const answered = { digest, answer: { answer: "once" } } as const;
  const same = new PendingApproval({ caller: CALLER, answered, remember });
  expect([await same.approver(QUESTION), await same.request()]).toEqual([{ answer: "once" }, undefined]);
  const others = [
    { caller: { ...CALLER, scope: "another" }, question: QUESTION },
    { caller: { ...CALLER, input: { command: "x" } }, question: QUESTION },
    { caller: CALLER, question: { ...QUESTION, command: "x" } },
    { caller: CALLER, question: { ...QUESTION, cwd: "/" } },
  ];
  for (const { caller, question } of others) {
    const other = new PendingApproval({ caller, answered, remember });
    expect(await other.approver(question)).toMatchObject({ answer: "deny" });
    expect(await other.request()).toMatchObject({ requestState: "state" });
  }
});

test("a refusal for want of an answer says what would have made one possible; no other does", () => {
  const refused = fail("no", { error_kind: "blocked", decision: "ask" });
  expect(withoutPerson(refused).error).toMatch(/^no\nNobody can be asked through this client/);
  for (const result of [ok("fine"), fail("no", { error_kind: "blocked", decision: "deny" }), fail("exit code 1")])
    expect(withoutPerson(result)).toBe(result);
});
