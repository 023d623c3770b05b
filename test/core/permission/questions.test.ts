import { expect, test } from "vitest";
import { MOST_QUESTIONS } from "../../../src/core/base/limits.ts";
import type { Question, QuestionView } from "../../../src/core/permission/approver.ts";
import { Questions } from "../../../src/core/permission/questions.ts";

const QUESTION: Question = {
  command: "git push",
  cwd: "/w",
  sessionId: "default",
  findings: [{ decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] }],
  parts: [],
  answers: ["once", "session", "deny"],
};

test("the first answer counts, and the others learn which it was and where it was given", async () => {
  const questions = new Questions();
  const { id, answered, signal } = questions.put(QUESTION);
  expect(signal.aborted).toBe(false);
  expect(questions.answer(id, { answer: "once", message: "go" }, "page")).toEqual({ won: true });
  expect(questions.answer(id, { answer: "deny" }, "terminal")).toEqual({ won: false, by: "page", answer: "once" });
  expect(await answered).toEqual({ answer: "once", message: "go", via: "page" });
  expect(signal.aborted).toBe(true);
  expect(questions.answer("question_0", { answer: "once" }, "page")).toBeUndefined();
});

test("a question that nobody answers in time is a no of nobody", async () => {
  const questions = new Questions({ lifeMs: 1 });
  const { id, answered } = questions.put(QUESTION);
  expect(await answered).toEqual({ answer: "deny", by: "expired" });
  expect(questions.answer(id, { answer: "once" }, "page")).toEqual({ won: false, by: "expired", answer: "deny" });
});

test("a question is withdrawn once, alone or with its session", async () => {
  const questions = new Questions();
  const first = questions.put(QUESTION);
  const second = questions.put({ ...QUESTION, sessionId: "other" });
  expect([questions.withdraw(first.id), questions.withdraw(first.id)]).toEqual([true, false]);
  questions.forget("default");
  expect(questions.list().map(({ state }) => state)).toEqual(["withdrawn", "open"]);
  questions.forget();
  expect(await second.answered).toMatchObject({ by: "withdrawn" });
});

test("listeners hear of every question that is put or settled, and one that throws stops nothing", () => {
  const questions = new Questions();
  const heard: QuestionView[] = [];
  const warnings: unknown[] = [];
  const note = (warning: unknown): void => void warnings.push(warning);
  process.once("warning", note);
  questions.onChange(() => {
    throw new TypeError("listener");
  });
  const stop = questions.onChange((view) => heard.push(view));
  const { id, digest } = questions.put(QUESTION);
  questions.answer(id, { answer: "deny" }, "terminal");
  stop();
  questions.put(QUESTION);
  expect(heard).toMatchObject([
    { id, digest, session: "default", command: "git push", state: "open", answers: QUESTION.answers },
    { id, state: "answered", answer: "deny", answeredBy: "terminal" },
  ]);
  const [put] = heard;
  expect((put?.expiresAt ?? 0) - (put?.askedAt ?? 0)).toBe(600_000);
});

test("what is no answer of the user's leaves the question to those who watch", () => {
  const questions = new Questions();
  const leave = questions.addWatcher();
  const { id } = questions.put(QUESTION);
  questions.answer(id, { answer: "deny", by: "client" }, "client");
  expect(questions.list()).toMatchObject([{ state: "open" }]);
  leave();
  leave();
  expect(questions.watchers).toBe(0);
  questions.answer(id, { answer: "deny", by: "client" }, "client");
  expect(questions.list()).toMatchObject([{ state: "answered", answer: "deny" }]);
});

test("only so many are open: the oldest makes room, unanswered", async () => {
  const questions = new Questions();
  const first = questions.put(QUESTION);
  for (let count = 0; count < 3 * MOST_QUESTIONS; count++) questions.put(QUESTION);
  expect(await first.answered).toMatchObject({ answer: "deny", by: "unanswered" });
  const states = questions.list().map(({ state }) => state);
  expect(states.filter((state) => state === "open")).toHaveLength(MOST_QUESTIONS);
  expect(states.length).toBeLessThanOrEqual(2 * MOST_QUESTIONS);
  questions.forget();
});

test.each([
  ["command", { ...QUESTION, command: "git push --force" }],
  ["directory", { ...QUESTION, cwd: "/" }],
  ["session", { ...QUESTION, sessionId: "other" }],
  ["standard input", { ...QUESTION, stdin: { kind: "text", text: "x" } }],
  ["rule on offer", { ...QUESTION, always: ["Bash(git push)"] }],
] as const)("another %s is another question", (_what, other) => {
  const questions = new Questions();
  const { id, digest } = questions.put(QUESTION);
  expect(questions.put(other).digest).not.toBe(digest);
  expect(questions.take(id, other)).toBeUndefined();
  expect(questions.take(id, QUESTION)).toMatchObject({ id });
});

test("what was looked up is told with an open question, and changes no answer to it", () => {
  const questions = new Questions();
  const heard: (readonly [string, unknown])[] = [];
  questions.onChange(({ lost }, change) => heard.push([change, lost]));
  const { id, digest } = questions.put(QUESTION);
  questions.learn(id, { text: "two commits", asOf: 7 });
  expect(questions.list()).toMatchObject([{ id, digest, lost: { text: "two commits" }, state: "open" }]);
  questions.answer(id, { answer: "deny" }, "page");
  questions.learn(id, "not known");
  questions.learn("question_0", "not known");
  const lost = { text: "two commits", asOf: 7 };
  expect(heard).toEqual([
    ["put", undefined],
    ["learned", lost],
    ["settled", lost],
  ]);
});
