import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULT_SESSION } from "../../../../src/core/base/ids.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("late output of a job is not mixed into a later command's", async () => {
  const manager = testManager();
  const gate = join(tempDir(), "gate");
  await run(manager, `(until [ -e ${gate} ]; do sleep 0.02; done; echo LATE) &`);
  expect((await run(manager, `touch ${gate}; wait; echo second`)).stdout).toBe("second\n");
});

test("two megabytes on both streams at once arrive whole", async () => {
  const manager = testManager();
  const { outcome } = await run(
    manager,
    "head -c 2000000 /dev/zero | tr '\\0' o & head -c 2000000 /dev/zero | tr '\\0' e >&2; wait",
  );
  expect(outcome.transcript.bytes).toEqual({ stdout: 2_000_000, stderr: 2_000_000 });
});

test("FIFOs that a command deleted are made anew, and the deleted ones closed", async () => {
  const manager = testManager();
  await run(manager, "true");
  const open = (): number => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let round = 0; round < 5; round++) {
    const { stdout } = await run(manager, "readlink /proc/self/fd/2");
    rmSync(stdout.trim());
    expect((await run(manager, "echo ok")).stdout).toBe("ok\n");
  }
  await waitUntil("the descriptors to be closed", () => open() <= before);
});

test("a session's directory does not grow with the jobs that its commands leave, and goes with the session", async () => {
  const stateDir = tempDir("nacre-state-");
  const manager = testManager({ stateDir });
  const runs = (): string => join(stateDir, "hosts", readdirSync(join(stateDir, "hosts"))[0] ?? "", "run");
  for (let round = 0; round < 5; round++) await run(manager, "sleep 300 &");
  await run(manager, "true");
  expect(readdirSync(join(runs(), readdirSync(runs())[0] ?? ""))).toHaveLength(2);
  await manager.endSession(DEFAULT_SESSION);
  expect(readdirSync(runs())).toEqual([]);
});

test.each(["true", "exit 3", "sleep 0.2 &", "kill -9 $PPID", "kill -9 $$"])(
  "the directory of a background shell goes with it (%s)",
  async (text) => {
    const stateDir = tempDir("nacre-state-");
    const manager = testManager({ stateDir });
    const shell = await manager.createShell(text, "/tmp");
    const runs = join(stateDir, "hosts", readdirSync(join(stateDir, "hosts"))[0] ?? "", "run");
    await waitUntil("its end", () => shell.hasEnded);
    await waitUntil("its directory to be gone", async () => {
      await manager.cleanupCompleted();
      return readdirSync(runs).length === 0;
    });
  },
);
