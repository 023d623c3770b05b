import { expect, test } from "vitest";
import type { Approver, Question } from "../../../src/core/permission/approver.ts";
import type { Asked } from "../../../src/core/permission/asked-part.ts";
import { consult } from "../../../src/core/permission/question.ts";
import { Questions } from "../../../src/core/permission/questions.ts";
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
  consult({ approver: () => Promise.resolve(reply), questions: new Questions() }, asked(text), "default");

async function questionOn(text: string): Promise<Question | undefined> {
  const questions: Question[] = [];
  const approver: Approver = async (question) => {
    questions.push(question);
    return "deny";
  };
  await consult({ approver, questions: new Questions() }, asked(text), "default");
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
  const nobody = consult({ approver: undefined, questions: new Questions() }, asked("git push"), "default");
  expect(await nobody).toMatchObject({ answer: "deny", by: "nobody" });
});

test("the first answer wins, whoever gives it, and the approver learns that it needs to answer no more", async () => {
  const questions = new Questions();
  let isSettled = false;
  const approver: Approver = (_question, given) =>
    new Promise((resolve) => {
      given?.signal.addEventListener("abort", () => {
        isSettled = true;
        resolve("deny");
      });
      questions.answer(given?.id ?? "", { answer: "session" }, "page");
    });
  const settled = await consult({ approver, questions }, asked("git push"), "default");
  expect(settled).toMatchObject({ kind: "settled", answer: "session" });
  expect([isSettled, questions.list()]).toMatchObject([
    true,
    [{ state: "answered", answer: "session", answeredBy: "page" }],
  ]);
});

test("a question is put without an approver where a user watches or the operator lets it wait, and never with refuse", async () => {
  const put = async (questions: Questions, approver?: Approver): Promise<unknown> =>
    consult({ approver, questions, patienceMs: 0 }, asked("git push"), "default");
  const watched = new Questions();
  const leave = watched.addWatcher();
  expect(await put(watched)).toMatchObject({ kind: "waiting" });
  leave();
  expect(await put(watched)).toMatchObject({ answer: "deny", by: "nobody" });
  expect(await put(new Questions({ mode: "wait" }))).toMatchObject({ kind: "waiting" });
  const refusing = new Questions({ mode: "refuse" });
  refusing.addWatcher();
  expect(await put(refusing, async () => "once")).toMatchObject({ answer: "deny", by: "nobody" });
  expect(refusing.list()).toEqual([]);
});

test("a caller that gives up withdraws its question", async () => {
  const questions = new Questions({ mode: "wait" });
  const signal = AbortSignal.abort();
  const settled = await consult({ approver: undefined, questions, signal }, asked("git push"), "default");
  expect(settled).toMatchObject({ answer: "deny", by: "withdrawn" });
});

test("an approver that breaks breaks the call", async () => {
  const approver = (): Promise<never> => Promise.reject(new TypeError("broken"));
  const questions = new Questions();
  await expect(consult({ approver, questions }, asked("git push"), "default")).rejects.toThrow("broken");
  expect(questions.list()).toMatchObject([{ state: "withdrawn" }]);
});

test("a later call has the answer to the very question, once", async () => {
  const questions = new Questions({ mode: "wait" });
  const go = (text: string, earlier?: { id: string; isFinal: boolean }): ReturnType<typeof consult> =>
    consult({ approver: undefined, questions, patienceMs: 0, earlier }, asked(text), "default");
  const waiting = await go("git push");
  const id = waiting.kind === "waiting" ? waiting.question.id : "";
  expect(await go("git push", { id, isFinal: true })).toMatchObject({ kind: "waiting", question: { id } });
  questions.answer(id, { answer: "once" }, "answer");
  expect(await go("git push origin", { id, isFinal: true })).toMatchObject({ answer: "deny", by: "changed" });
  expect(await go("git push", { id, isFinal: true })).toMatchObject({ answer: "once" });
  expect(await go("git push", { id, isFinal: true })).toMatchObject({ answer: "deny", by: "changed" });
  expect(await go("git push", { id, isFinal: false })).toMatchObject({ kind: "waiting" });
});

/** A try of a command, and how often it was made and thrown away. */
function tryOut() {
  const counted = { tried: 0, discarded: 0 };
  return {
    counted,
    tryOut: async () => {
      counted.tried += 1;
      return {
        facts: { id: "try_1", lines: ["D d"] },
        discard: async () => void (counted.discarded += 1),
      };
    },
  };
}

test("the answer try is on offer where a try can be made, and puts the question again with what it changed", async () => {
  for (const last of ["once", "deny"] as const) {
    const questions: Question[] = [];
    const approver: Approver = async (question) => {
      questions.push(question);
      return question.tried === undefined ? "try" : last;
    };
    const { counted, ...how } = tryOut();
    const said = await consult({ approver, questions: new Questions(), ...how }, asked("git push"), "default");
    expect(said).toMatchObject({ kind: "settled", answer: last });
    expect(questions.map(({ answers }) => answers.includes("try"))).toEqual([true, false]);
    expect(questions[1]?.tried).toEqual({ id: "try_1", lines: ["D d"] });
    expect(counted).toEqual({ tried: 1, discarded: 1 });
  }
});

test("the answer try where it is not on offer is none, and so is a second one", async () => {
  expect(await answered("git push", "try")).toMatchObject({ answer: "deny", by: "unanswered" });
  const { counted, ...how } = tryOut();
  const approver: Approver = async () => "try";
  const said = await consult({ approver, questions: new Questions(), ...how }, asked("git push"), "default");
  expect(said).toMatchObject({ answer: "deny", by: "unanswered" });
  expect(counted).toEqual({ tried: 1, discarded: 1 });
});

test("a try lives until its question is settled, also when the call waits no longer", async () => {
  const questions = new Questions();
  const approver: Approver = async ({ tried }) =>
    tried === undefined ? "try" : { answer: "deny", by: "unanswered", isLater: true };
  const { counted, ...how } = tryOut();
  const said = await consult({ approver, questions, ...how }, asked("git push"), "default");
  expect(said).toMatchObject({ kind: "waiting", isLater: true });
  expect(counted).toEqual({ tried: 1, discarded: 0 });
  const [, second] = questions.list();
  questions.answer(second?.id ?? "", { answer: "once" }, "test");
  const earlier = { id: second?.id ?? "", isFinal: false };
  const later = await consult({ approver, questions, earlier, ...how }, asked("git push"), "default");
  expect(later).toMatchObject({ kind: "settled", answer: "once" });
  expect(counted).toEqual({ tried: 1, discarded: 1 });
});
