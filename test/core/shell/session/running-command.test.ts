import { expect, test } from "vitest";
import { run, testManager } from "../../../support/shells.ts";

test("the rest of a text that timed out does not run", async () => {
  const manager = testManager();
  const { outcome } = await run(manager, "trap 'echo term' TERM; sleep 30; echo rest; touch /tmp/should-not-be", {
    timeoutMs: 1000,
  });
  expect(outcome.ending.kind).toBe("timed-out");
  expect(outcome.restored).toBeDefined();
  expect((await run(manager, "ls /tmp/should-not-be")).code).toBe(2);
});

test("a loop of builtins is ended by its timeout, and its variables are kept", async () => {
  const manager = testManager();
  expect((await run(manager, "L=v; while :; do :; done", { timeoutMs: 1000 })).code).toBe("timed-out");
  expect((await run(manager, "echo $L")).stdout).toBe("v\n");
});

test("what was printed before a timeout is there", async () => {
  const manager = testManager();
  expect((await run(manager, "echo before; printf half; sleep 60", { timeoutMs: 1000 })).stdout).toBe("before\nhalf");
});
