import { expect, test } from "vitest";
import { createGate } from "../../../src/core/permission/gate.ts";
import { Questions } from "../../../src/core/permission/questions.ts";
import type { GivenStdin } from "../../../src/core/policy/read/given-stdin.ts";
import { type DeskSetup, GateDesk } from "../../../src/tools/machines/gate-desk.ts";
import type { GatewayAsk } from "../../../src/tools/machines/machine-messages.ts";
import type { ToolEvent } from "../../../src/tools/tool-event.ts";

function desk(more: Partial<DeskSetup> = {}) {
  const questions = new Questions();
  const events: ToolEvent[] = [];
  const asked: GatewayAsk[] = [];
  const made = new GateDesk({
    gate: createGate({ home: "/home/here", workspace: "/here", questions }),
    questions,
    approver: undefined,
    hasWall: false,
    home: () => "/home/there",
    ask: async (question) => {
      asked.push(question);
      return question.what === "file" ? { kind: "text", text: "cat ~/.ssh/id_rsa", readAt: 1 } : undefined;
    },
    isOwn: (session) => session === "mine",
    client: undefined,
    callOf: () => undefined,
    announce: (event) => events.push(event),
    checkJournal: () => undefined,
    ...more,
  });
  const request = { cwd: "/app", sessionId: "mine", workspaces: ["/app"], sessionKey: 1, isBusy: false };
  let number = 0;
  const ask = async (text: string, its: object = {}, isToClear = false): Promise<unknown> => {
    number += 1;
    return made.answer({ what: "judge", number, call: 1, isToClear, request: { ...request, text, ...its } });
  };
  const judge = async (text: string, its: object = {}): Promise<unknown> =>
    ((await ask(text, its)) as { readonly verdict: unknown }).verdict;
  return {
    made,
    judge,
    judgeToClear: (text: string) => ask(text, {}, true),
    events,
    asked,
    clear: (isSettled = false) => made.answer({ what: "clear", number, isSettled }),
  };
}

test("clears what the policy allows, once, and remembers the text", async () => {
  const { made, judge, clear, events } = desk();
  expect(await judge("rm -rf build")).toMatchObject({ decision: "allow" });
  expect(await clear()).toMatchObject({ kind: "cleared", text: "rm -rf build", approvedBy: "policy" });
  expect(made.clearedAs("rm -rf build")?.text).toBe("rm -rf build");
  expect(made.clearedAs("rm -rf other")).toBeUndefined();
  expect(events).toMatchObject([{ kind: "verdict", decision: "allow", cleared: true }]);
  await expect(clear()).rejects.toThrow("not made");
});

test("what is allowed outright is cleared with its judgement; what is asked or denied, or cannot be read, is not", async () => {
  const { made, judgeToClear, clear, events } = desk();
  expect(await judgeToClear("ls")).toMatchObject({
    verdict: { decision: "allow" },
    clearance: { kind: "cleared", text: "ls", approvedBy: "policy" },
  });
  expect(events).toMatchObject([{ kind: "verdict", cleared: true }]);
  await expect(clear()).rejects.toThrow("not made");
  for (const text of ["git push", "cat ~/.ssh/id_rsa", "if true; then"])
    expect(await judgeToClear(text)).not.toHaveProperty("clearance");
  expect(made.clearedAs("git push")).toBeUndefined();
  expect(events).toHaveLength(1);
});

test("judges by the machine's own home and directory, and by files that are read there", async () => {
  const { judge, clear, asked } = desk();
  expect(await judge("cat /home/there/.ssh/id_rsa")).toMatchObject({ decision: "deny" });
  expect(await clear()).toMatchObject({ kind: "denied", by: "policy" });
  await judge('printf %s "$A" > a.sh');
  await clear();
  expect(await judge("bash a.sh")).toMatchObject({ decision: "deny" });
  expect(asked).toContainEqual({ what: "file", path: "/app/a.sh" });
});

test("a wall counts only where the operator asked for one", async () => {
  const wall = { writable: [], network: "off" };
  expect(await desk().judge("rm -rf ~/x", { wall })).toMatchObject({ decision: "ask" });
  expect(await desk({ hasWall: true }).judge("rm -rf ~/x", { wall })).toMatchObject({ decision: "allow" });
});

test("asks the approver of the call, and waits no longer than the call", async () => {
  const { judge, clear, made } = desk({
    callOf: () => ({ approver: () => new Promise(() => undefined), signal: undefined }),
  });
  await judge("git push", { patienceMs: 1 });
  const waiting = (await clear()) as { question: { id: string } };
  expect(waiting).toMatchObject({ kind: "waiting" });
  expect(made.hasQuestion(waiting.question.id)).toBe(true);
  const answered = made.answer({ what: "answered", question: waiting.question.id });
  expect(await made.answer({ what: "withdraw", question: waiting.question.id })).toBe(true);
  expect(await answered).toMatchObject({ answer: "deny", by: "withdrawn" });
  await expect(made.answer({ what: "withdraw", question: "question_x" })).rejects.toThrow("not put");
});

test("input for a command is not asked about again, unless it does what was not let through", async () => {
  const asked: string[] = [];
  const approver = async ({ stdin }: { readonly stdin?: GivenStdin }) => {
    asked.push(stdin?.kind === "text" ? stdin.text : "");
    return "once" as const;
  };
  const { judge, clear } = desk({ approver });
  await judge("git push");
  await clear();
  await judge("git push", { stdin: { kind: "text", text: "y\n" } });
  expect(await clear(true)).toMatchObject({ kind: "cleared", approvedBy: "policy" });
  await judge("bash", { stdin: { kind: "text", text: "git push\n" } });
  expect(await clear(true)).toMatchObject({ kind: "cleared", approvedBy: "once" });
  expect(asked).toEqual(["", "git push\n"]);
});

test("knows no session of another worker", async () => {
  await expect(desk().judge("ls", { sessionId: "another" })).rejects.toThrow("another worker");
});
