import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/core/base/limits.ts";
import { createNoSandbox } from "../../../src/core/sandbox/none.ts";
import type { Sandbox } from "../../../src/core/sandbox/sandbox.ts";
import { ShellSandbox } from "../../../src/core/shell/shell-sandbox.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A sandbox that notes what it is told. */
function noting(): { readonly sandbox: ShellSandbox; readonly told: string[] } {
  const told: string[] = [];
  const inner: Sandbox = {
    ...createNoSandbox(DEFAULT_LIMITS),
    events: {
      beforeCommand: async () => void told.push("before"),
      afterCommand: async (command) => void told.push(`after ${command}`),
      beforeInternalTurn: () => void told.push("internal"),
      takeNotices: () => ["said"],
    },
    close: async () => void told.push("closed"),
  };
  const build = async (): Promise<Sandbox> => {
    told.push("built");
    return inner;
  };
  return { sandbox: new ShellSandbox(build), told };
}

test("the sandbox is built once, when it is first needed; before that nothing is told", async () => {
  const { sandbox, told } = noting();
  await sandbox.beforeInternalTurn();
  await sandbox.close();
  expect([await sandbox.takeNotices(), told]).toEqual([[], []]);
  expect(await sandbox.get()).toBe(await sandbox.get());
  await sandbox.beforeInternalTurn();
  expect(await sandbox.takeNotices()).toEqual(["said"]);
  await sandbox.close();
  expect(told).toEqual(["built", "internal", "closed"]);
});

test("a command runs between its two events, also when it fails", async () => {
  const { sandbox, told } = noting();
  const ran = await sandbox.aroundCommand(
    "one",
    async () => told.push("run"),
    () => undefined,
  );
  const failing = sandbox.aroundCommand(
    "two",
    () => Promise.reject(new Error("broken")),
    () => undefined,
  );
  await expect(failing).rejects.toThrow("broken");
  expect(ran).toBe(3);
  expect(told).toEqual(["built", "before", "run", "after one", "before", "after two"]);
});

test("a command that goes on in the background is over when its end comes", async () => {
  const { sandbox, told } = noting();
  let ends = (): void => undefined;
  const end = new Promise<void>((resolve) => {
    ends = resolve;
  });
  await sandbox.aroundCommand(
    "one",
    async () => undefined,
    () => end,
  );
  expect(told).toEqual(["built", "before"]);
  ends();
  await waitUntil("the event after the command", () => told.at(-1) === "after one");
});

test("a sandbox that cannot be built is a fault for a command, and nothing to tell or close", async () => {
  const sandbox = new ShellSandbox(() => Promise.reject(new Error("no wall")));
  await expect(sandbox.get()).rejects.toThrow("no wall");
  await sandbox.beforeInternalTurn();
  await sandbox.close();
  expect(await sandbox.takeNotices()).toEqual([]);
});

test("a sandbox that could not be built is tried again by the next call", async () => {
  let tries = 0;
  const sandbox = new ShellSandbox(async () => {
    tries += 1;
    if (tries === 1) throw new Error("no bubblewrap");
    return createNoSandbox(DEFAULT_LIMITS);
  });
  await expect(sandbox.get()).rejects.toThrow("no bubblewrap");
  await sandbox.close();
  expect((await sandbox.get()).containment.level).toBe("none");
  expect([await sandbox.get(), tries]).toEqual([await sandbox.get(), 2]);
});
