import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineQuestionsOf } from "../../../src/core/line/line-questions.ts";
import type { Question } from "../../../src/core/permission/approver.ts";
import { Questions } from "../../../src/core/permission/questions.ts";
import { UserRulesStore } from "../../../src/core/permission/user-rules-store.ts";
import { tempDir } from "../../support/temp-dir.ts";

const QUESTION: Question = {
  command: "git push origin main",
  cwd: "/w",
  sessionId: "default",
  findings: [{ decision: "ask", rule: "publish", reason: "It publishes.", part: "git push", span: [0, 8] }],
  parts: [],
  answers: ["once", "session", "always", "deny"],
  always: ["Bash(git push origin main)"],
  wider: { rule: "Bash(git push origin *)", lets: ["git push origin x"], stops: ["git push"] },
};

function put(question: Question = QUESTION) {
  const questions = new Questions();
  const { id, digest, answered } = questions.put(question);
  return {
    line: lineQuestionsOf(questions, undefined),
    questions,
    answered,
    ask: { question: id, digest, via: "page" } as const,
  };
}

test("an answer over the line counts as any other, with all that belongs to it", async () => {
  const { line, ask, answered } = put();
  const always = {
    ...ask,
    answer: "always",
    rule: "Bash(git push origin *)",
    until: "2h",
    scope: "user",
    message: "go",
  } as const;
  expect(await line.answer(always)).toEqual({ is: { won: true } });
  expect(await answered).toEqual({
    answer: "always",
    rule: "Bash(git push origin *)",
    until: "2h",
    scope: "user",
    message: "go",
    via: "page",
  });
  expect(await line.answer({ ...ask, answer: "deny" })).toEqual({ is: { won: false, by: "page", answer: "always" } });
});

test("always for the session alone is for the session", async () => {
  const { line, ask, answered } = put();
  await line.answer({ ...ask, answer: "always", scope: "session", message: "" });
  expect(await answered).toEqual({ answer: "session", via: "page" });
});

test.each([
  [{ question: "question_0" }, "unknown"],
  [{ digest: "0" }, "changed"],
  [{ rule: "Bash(*)" }, "invalid"],
  [{ until: "yesterday" }, "invalid"],
  [{ until: "2020-01-01" }, "invalid"],
])("an answer with %o is refused, and the question stays open", async (more, code) => {
  const { line, ask, questions } = put();
  expect(await line.answer({ ...ask, answer: "always", ...more })).toMatchObject({ no: { code } });
  expect(questions.list()).toMatchObject([{ state: "open" }]);
  questions.forget();
});

test("an answer that was not offered is refused", async () => {
  const { line, ask, questions } = put({ ...QUESTION, answers: ["once", "deny"] });
  expect(await line.answer({ ...ask, answer: "session" })).toMatchObject({
    no: { code: "invalid", sentence: "session is not offered here; once, deny are" },
  });
  questions.forget();
});

test("a rule that was offered is told with what it lets through", async () => {
  const { line, ask, questions } = put();
  const check = (rule: string) => line.check({ question: ask.question, rule });
  expect(await check("Bash(git push origin *)")).toEqual({ is: { lets: ["git push origin x"], stops: ["git push"] } });
  expect(await check("Bash(git push origin main)")).toMatchObject({ is: { lets: ["git push origin main"] } });
  expect(await check("Bash(*)")).toMatchObject({ is: { problem: expect.stringContaining("not offered"), lets: [] } });
  expect(await line.check({ question: "x", rule: "x" })).toMatchObject({ no: { code: "unknown" } });
  questions.forget();
});

test("watchers are counted, changes told, and rules read anew", async () => {
  const directory = join(tempDir(), "nacre");
  const rules = new UserRulesStore(directory, "/w");
  const questions = new Questions();
  const line = lineQuestionsOf(questions, rules);
  const leave = line.addWatcher();
  expect(questions.watchers).toBe(1);
  leave();
  const heard: string[] = [];
  line.onChange(({ state }) => heard.push(state));
  questions.put(QUESTION);
  questions.forget();
  expect([heard, line.list()]).toMatchObject([["open", "withdrawn"], [{ state: "withdrawn" }]]);
  const { path } = rules.add("user", { decision: "allow", rule: "Bash(ls)", by: "test" });
  expect(await line.reloadRules()).toEqual({ is: { rules: 1 } });
  writeFileSync(path, "{");
  expect(await line.reloadRules()).toMatchObject({ no: { code: "failed", sentence: expect.stringContaining(path) } });
});
