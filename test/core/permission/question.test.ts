import { expect, test } from "vitest";
import type { Approver, Question } from "../../../src/core/permission/approver.ts";
import type { Asked } from "../../../src/core/permission/asked-part.ts";
import { consult } from "../../../src/core/permission/question.ts";
import { judge, type Where } from "../../../src/core/policy/judge.ts";
import { NO_RULES } from "../../../src/core/policy/rules/user-rules.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const asked = (text: string): Asked => ({
  text,
  cwd: PLACE.cwd,
  verdict: judge(text, PLACE),
  decide: (other, rules) => judge(other, { ...PLACE, rules: { ...NO_RULES, rules } }).decision,
});
const answered = (text: string, reply: Awaited<ReturnType<Approver>>): ReturnType<typeof consult> =>
  consult(() => Promise.resolve(reply), asked(text), "default");

async function questionOn(text: string): Promise<Question | undefined> {
  const questions: Question[] = [];
  const approver: Approver = async (question) => {
    questions.push(question);
    return "deny";
  };
  await consult(approver, asked(text), "default");
  return questions[0];
}

test("a question has the answers that make sense, and the rules on offer", async () => {
  expect(await questionOn("git push origin main")).toMatchObject({
    command: "git push origin main",
    cwd: PLACE.cwd,
    sessionId: "default",
    answers: ["once", "session", "always", "deny"],
    always: ["Bash(git push origin main)"],
    wider: { rule: "Bash(git push origin *)" },
  });
  expect((await questionOn("sudo ls"))?.answers).toEqual(["once", "session", "deny"]);
  expect((await questionOn('eval "$X"'))?.answers).toEqual(["once", "deny"]);
});

test("an answer is narrowed to what was offered", async () => {
  expect(await answered("git push", "always")).toMatchObject({ answer: "always", rules: [{ id: "always: git push" }] });
  expect(await answered("sudo ls", "always")).toMatchObject({ answer: "session", rules: [] });
  expect(await answered('eval "$X"', "session")).toMatchObject({ answer: "once", rules: [] });
});

test("a rule is kept as it was offered, and no other", async () => {
  const named = (text: string, rule: string): ReturnType<typeof consult> => answered(text, { answer: "always", rule });
  expect(await named("git push", "Bash(git push *)")).toMatchObject({
    answer: "always",
    rules: [{ match: ["git push *"] }],
  });
  const both = "git push; npm publish";
  expect(await named(both, "Bash(npm publish)")).toMatchObject({ rules: [{ id: "always: npm publish" }] });
  expect(await named("git push", "Bash(*)")).toMatchObject({ answer: "once", rules: [] });
});

test("a no is the user's unless it says otherwise, and what is no answer is none", async () => {
  expect(await answered("git push", "deny")).toMatchObject({ answer: "deny", by: "person" });
  const declined = { answer: "deny", by: "client", message: "x" } as const;
  expect(await answered("git push", declined)).toMatchObject({ answer: "deny", by: "client", said: "x" });
  expect(await answered("git push", "maybe" as "once")).toMatchObject({ answer: "deny", by: "unanswered" });
  expect(await consult(undefined, asked("git push"), "default")).toMatchObject({ answer: "deny", by: "nobody" });
});
