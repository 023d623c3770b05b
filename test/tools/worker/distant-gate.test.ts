import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WorkerAsk } from "../../../src/tools/machines/machine-messages.ts";
import { DistantGate } from "../../../src/tools/worker/distant-gate.ts";
import { tempDir } from "../../support/temp-dir.ts";

const VERDICT = { decision: "allow", findings: [], parts: [] };

function gate(answers: (ask: WorkerAsk) => unknown = () => undefined, judged: object = {}) {
  const asked: WorkerAsk[] = [];
  const made = new DistantGate(async (ask) => {
    asked.push(ask);
    return ask.what === "judge" ? { verdict: { ...VERDICT }, ...judged } : answers(ask);
  });
  return { made, asked };
}

const REQUEST = { text: "ls", cwd: "/", sessionId: "s" };

test("asks the gateway, and names the call and the session that it is about", async () => {
  const { made, asked } = gate(() => ({ kind: "cleared", text: "ls", approvedBy: "policy" }));
  const session = { key: {}, state: async () => undefined };
  const request = { ...REQUEST, approver: made.approverOf(7), session, asking: { patienceMs: 1.4 } };
  const { verdict } = await made.judge(request);
  expect(await made.clear(request, verdict)).toMatchObject({ kind: "cleared", command: { text: "ls" } });
  await made.judge({ ...request, session: { key: {}, state: async () => undefined, isBusy: true } });
  expect(asked).toMatchObject([
    { what: "judge", number: 1, call: 7, request: { ...REQUEST, patienceMs: 1, sessionKey: 1, isBusy: false } },
    { what: "clear", number: 1 },
    { what: "judge", number: 2, call: 7, request: { sessionKey: 2, isBusy: true } },
  ]);
});

test("what was cleared with its judgement is not asked about again, and counts once", async () => {
  const { made, asked } = gate(() => ({ kind: "denied", by: "policy" }), {
    clearance: { kind: "cleared", text: "ls", approvedBy: "policy" },
  });
  const { verdict } = await made.judge(REQUEST, true);
  expect(await made.clear(REQUEST, verdict)).toMatchObject({ kind: "cleared", command: { text: "ls" }, verdict });
  expect(asked).toMatchObject([{ what: "judge", isToClear: true }]);
  expect(await made.clear(REQUEST, verdict)).toMatchObject({ kind: "denied" });
});

test("passes on a denial, a question, and its answer", async () => {
  const denied = gate(() => ({ kind: "denied", by: "person", said: "no" }));
  expect(await denied.made.clear(REQUEST)).toMatchObject({ kind: "denied", by: "person", said: "no" });
  const waiting = gate((ask) =>
    ask.what === "answered"
      ? { answer: "once" }
      : { kind: "waiting", question: { id: "question_1", digest: "d" }, rules: [], isLater: false },
  );
  const clearance = await waiting.made.clear(REQUEST);
  expect(clearance).toMatchObject({ kind: "waiting", question: { id: "question_1" } });
  expect(clearance.kind === "waiting" && (await clearance.question.answered)).toEqual({ answer: "once" });
  expect(await gate(() => true).made.withdraw("question_1")).toBe(true);
});

test("tells what a judgement under way asks for, and nothing when it is over", async () => {
  const held = {
    functions: new Map(),
    aliases: new Map(),
    variables: new Map(),
    options: [],
    shopts: [],
    arguments: [],
    last: "",
    traps: [],
  };
  const told: unknown[] = [];
  const made: DistantGate = new DistantGate(async (ask) => {
    if (ask.what === "judge") {
      told.push(await made.tell({ what: "state", number: ask.number }));
      told.push(await made.tell({ what: "processes", number: ask.number }));
    }
    return { verdict: { ...VERDICT } };
  });
  await made.judge({ ...REQUEST, session: { key: {}, state: async () => held, processes: async () => [5] } });
  expect(told).toMatchObject([{ functions: [], last: "" }, [5]]);
  expect(await made.tell({ what: "state", number: 1 })).toBeUndefined();
  const file = join(tempDir(), "a.sh");
  writeFileSync(file, "echo");
  expect(await made.tell({ what: "file", path: file })).toMatchObject({ kind: "text", text: "echo" });
  made.forget();
});
