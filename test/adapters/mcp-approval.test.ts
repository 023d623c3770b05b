import { expect, test } from "vitest";
import { PendingApproval, replyTo, withoutPerson } from "../../src/adapters/mcp-approval.ts";
import { fail, ok } from "../../src/tools/tool.ts";
import type { Question } from "../../src/tools/toolkit-options.ts";
import { WORDS } from "../../src/tools/words.ts";

const CALLER = { scope: "client", tool: "Bash", input: { command: "git push" } };
const PLAIN: Question = {
  command: "git push \u202e\nnow",
  cwd: "/w",
  sessionId: "default",
  findings: [
    { decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] },
    { decision: "ask", rule: "git-discard", reason: "It discards.", part: "git push", span: [0, 8] },
  ],
  parts: [],
  answers: ["once", "always"],
  suggestion: "Try --dry-run.",
};
const NARROW: Question = { ...PLAIN, always: ["Bash(git push origin main)"] };
const QUESTION: Question = {
  ...NARROW,
  wider: { rule: "Bash(git push origin *)", lets: ["git push origin x"], stops: ["git push x", "sudo git push"] },
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

test("a question shows what stands on the standard input of the command", async () => {
  const { request } = await asked(CALLER, { ...QUESTION, stdin: { kind: "text", text: "a\u202e\n" } });
  expect(JSON.stringify(request)).toContain(
    JSON.stringify("now\nwith 3 characters on its standard input:\n  a\\u{202e}\nin /w\n").slice(1, -1),
  );
});

test("a question without an answer is refused for now, and sent to the client with nothing hidden", async () => {
  const { before, answer, request } = await asked(CALLER, QUESTION);
  expect([before, answer]).toMatchObject([undefined, { answer: "deny", by: "unanswered" }]);
  const message = [
    "May this run? It publishes. In: git push",
    "git push \\u{202e}",
    "now",
    "in /w",
    "Also: It discards. In: git push",
    "A safer way: Try --dry-run.",
    '"From now on" is until nacre ends, in /w, for: Bash(git push origin main)',
    "Wider, in every directory: Bash(git push origin *)",
    "  would also let through: git push origin x",
    "  but not: git push x; sudo git push",
  ].join("\n");
  const titles = [
    { const: "once", title: "Allow once" },
    { const: "always", title: "Allow from now on: Bash(git push origin main)" },
    { const: "wider", title: "Allow more from now on: Bash(git push origin *)" },
    { const: "deny", title: "Refuse" },
  ];
  const answerSchema = { type: "string", title: "Answer", oneOf: titles, default: "once" };
  expect(request).toMatchObject({
    requestState: "state",
    inputRequests: { approval: { params: { message, requestedSchema: { properties: { answer: answerSchema } } } } },
  });
});

test("a question without a rule to keep offers none, and one without a once has no default", async () => {
  const { request } = await asked(CALLER, { ...PLAIN, answers: ["session"] });
  const text = JSON.stringify(request);
  expect(text).toContain('"oneOf":[{"const":"session","title":"Allow for this session"},{"const":"deny"');
  for (const absent of ["default", "wider", "From now on"]) expect(text).not.toContain(absent);
});

test("an answer counts for exactly the question that was asked", async () => {
  const { digest } = await asked(CALLER, QUESTION);
  const remember = async (): Promise<string> => "state";
  const answered = { digest, reply: { answer: "once" }, id: "question_1" } as const;
  const same = new PendingApproval({ caller: CALLER, answered, remember });
  expect([await same.approver(QUESTION), await same.request()]).toEqual([{ answer: "once" }, undefined]);
  expect(same.question).toBe("question_1");
  const others = [
    { caller: { ...CALLER, scope: "another" }, question: QUESTION },
    { caller: { ...CALLER, input: { command: "x" } }, question: QUESTION },
    { caller: CALLER, question: { ...QUESTION, command: "x" } },
    { caller: CALLER, question: { ...QUESTION, cwd: "/" } },
    { caller: CALLER, question: { ...QUESTION, always: ["Bash(git push x)"] } },
    { caller: CALLER, question: { ...QUESTION, tried: { id: "try_1", lines: [] } } },
    { caller: CALLER, question: { ...QUESTION, wider: { rule: "Bash(git *)", lets: [], stops: [] } } },
  ];
  for (const { caller, question } of others) {
    const other = new PendingApproval({ caller, answered, remember });
    expect(await other.approver(question)).toMatchObject({ answer: "deny" });
    expect(await other.request()).toMatchObject({ requestState: "state" });
  }
});

test("the wider choice is always with the rule that was offered, and no answer where there was none", () => {
  const chosen = (question: Question): unknown =>
    replyTo(question, { action: "accept", content: { answer: "wider" } }, 0);
  expect(chosen(QUESTION)).toEqual({ answer: "always", rule: "Bash(git push origin *)", via: "client" });
  for (const question of [NARROW, { ...QUESTION, answers: ["once"] as const }])
    expect(chosen(question)).toEqual({ answer: "deny", by: "unanswered", via: "client" });
});

test("only a clear yes is a yes, and a no that came too fast is the client's own", () => {
  const reply = (response: object, afterMs = 10_000): unknown => replyTo(QUESTION, response, afterMs);
  expect(reply({ action: "accept", content: { answer: "once" } })).toMatchObject({ answer: "once" });
  expect(reply({ action: "accept", content: { answer: "sure" } })).toMatchObject({ answer: "deny", by: "unanswered" });
  expect(reply({})).toMatchObject({ answer: "deny", by: "unanswered" });
  expect(reply({ action: "cancel" })).toMatchObject({ answer: "deny", by: "unanswered", message: WORDS.dismissed() });
  expect([reply({ action: "decline" }), reply({ action: "decline" }, 1)]).toMatchObject([
    { by: "person" },
    { by: "client" },
  ]);
});

test("where the client can be asked during the call, it is", async () => {
  const remember = async (): Promise<string> => "state";
  const pending = new PendingApproval({
    caller: CALLER,
    answered: undefined,
    remember,
    elicit: async () => ({ answer: "session" }),
  });
  expect([await pending.approver(QUESTION), await pending.request()]).toEqual([{ answer: "session" }, undefined]);
});

test("a refusal for want of an approver says that the client could not ask; no other does", () => {
  const refused = fail("no", { error_kind: "blocked", decision: "ask" });
  const nobody = fail("no", { ...refused.metadata, refused_by: "nobody" });
  for (const result of [refused, nobody]) expect(withoutPerson(result).error).toBe(`no\n${WORDS.cannotElicit()}`);
  const others = [
    ok("fine"),
    fail("no", { error_kind: "blocked", decision: "deny" }),
    fail("exit code 1"),
    fail("no", { ...refused.metadata, refused_by: "person" }),
  ];
  for (const result of others) expect(withoutPerson(result)).toBe(result);
});

test("a try is an answer, what it changed stands in the next question, and to keep it is another question", async () => {
  expect(replyTo(PLAIN, { action: "accept", content: { answer: "try" } }, 0)).toEqual({ answer: "try", via: "client" });
  const triable = await asked(CALLER, { ...PLAIN, answers: ["once", "try", "deny"] });
  expect(JSON.stringify(triable.request)).toContain('{"const":"try","title":"Try it first: see what it would change');
  const tried = { id: "try_1", lines: ["D d\u202e"] };
  const again = JSON.stringify((await asked(CALLER, { ...PLAIN, answers: ["once", "deny"], tried })).request);
  expect(again).toContain("\\nD d\\\\u{202e}\\n(with diffs: nacre try --show try_1)");
  const keep = JSON.stringify((await asked(CALLER, { ...PLAIN, answers: ["once"], tried, asks: "keep" })).request);
  expect(keep).toContain('"message":"Keep what this changed in a try? It publishes.');
  expect(keep).toContain('[{"const":"once","title":"Keep it"},{"const":"deny","title":"Leave it in the try"}]');
});
