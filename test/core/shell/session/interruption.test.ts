import { expect, test } from "vitest";
import { LogBudget } from "../../../../src/core/output/store/log-budget.ts";
import { createTranscript } from "../../../../src/core/output/transcript.ts";
import type { TurnReply } from "../../../../src/core/shell/bash/turn.ts";
import { awaitInterruption, FirstLook } from "../../../../src/core/shell/session/interruption.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const REPLY: TurnReply = {
  kind: "exit",
  exit: { kind: "exited", exitCode: 3 },
  saved: false,
  loss: undefined,
  hasBegun: true,
};
const NEVER = new Promise<TurnReply>(() => undefined);

function watching(): Parameters<typeof awaitInterruption>[1] {
  const sizes = { memoryBytes: 1000, logBytes: 1000, budget: new LogBudget(1000) };
  return {
    timeoutMs: 60_000,
    transcript: createTranscript({ directory: tempDir(), name: "x", spill: "when-large", ...sizes }),
    processes: () => [],
    firstLook: new FirstLook(),
  };
}

test("a reply that comes first is what came first", async () => {
  expect(await awaitInterruption(Promise.resolve(REPLY), watching())).toEqual({ kind: "reply", reply: REPLY });
});

test("a reply that fails is thrown", async () => {
  await expect(awaitInterruption(Promise.reject(new Error("no bash")), watching())).rejects.toThrow("no bash");
});

test("a command whose time is over is interrupted, with the time it had", async () => {
  expect(await awaitInterruption(NEVER, { ...watching(), timeoutMs: 1 })).toEqual({ kind: "timed-out", afterMs: 1 });
});

test("a caller who gives up interrupts, before the beginning or later", async () => {
  const before = AbortSignal.abort();
  expect(await awaitInterruption(NEVER, { ...watching(), signal: before })).toEqual({ kind: "cancelled" });
  const caller = new AbortController();
  const running = awaitInterruption(NEVER, { ...watching(), signal: caller.signal });
  caller.abort();
  expect(await running).toEqual({ kind: "cancelled" });
});
