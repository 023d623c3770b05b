import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { IdleMonitor } from "../../../../src/core/sandbox/bubblewrap/idle-monitor.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function monitor(shells: readonly number[] = []): { idle: IdleMonitor; calm: () => number } {
  let calmed = 0;
  const onCalm = (): void => {
    calmed += 1;
  };
  const idle = new IdleMonitor({ shells: () => shells, perShell: 2, onCalm });
  onTestFinished(() => idle.close());
  return { idle, calm: () => calmed };
}

test("a sandbox is not known to rest before it came to rest", () => {
  expect(monitor().idle.isUndisturbed()).toBe(false);
});

test("one in which nothing runs comes to rest, which is told, until it is disturbed", async () => {
  const { idle, calm } = monitor();
  idle.expectIdle(0);
  await waitUntil("the calm", () => calm() === 1);
  expect(idle.isUndisturbed()).toBe(true);
  idle.disturb();
  expect(idle.isUndisturbed()).toBe(false);
});

/** A program whose first thread sleeps for good, while a second one wakes up late and makes a file. */
const TWO_THREADS = `
const { Worker } = require("node:worker_threads");
const [ready, made] = process.argv.slice(2);
const asleep = new Int32Array(new SharedArrayBuffer(4));
new Worker(
  "const { workerData: [asleep, ready, made] } = require('node:worker_threads');" +
    "const { writeFileSync } = require('node:fs'); writeFileSync(ready, '');" +
    "Atomics.wait(asleep, 0, 0, 3000); writeFileSync(made, ''); Atomics.wait(asleep, 0, 0, 60000);",
  { eval: true, workerData: [asleep, ready, made] },
).once("online", () => Atomics.wait(asleep, 0, 0));
`;

test("a thread that runs while the first one of its process sleeps disturbs the rest", async () => {
  const place = tempDir();
  const [program, ready, made] = ["two.cjs", "ready", "made"].map((name) => join(place, name));
  if (program === undefined || ready === undefined || made === undefined) throw new Error("no paths");
  writeFileSync(program, TWO_THREADS);
  const nested = 'sh -c \'"$@" & wait\' inside "$@" & wait';
  const wall = spawn("sh", ["-c", nested, "wall", process.execPath, program, ready, made], { detached: true });
  const pid = wall.pid ?? 0;
  onTestFinished(async () => {
    process.kill(-pid, "SIGKILL");
    await waitUntil("its end", () => !isAlive(pid));
  });
  await waitUntil("the threads", () => existsSync(ready));
  const { idle, calm } = monitor([pid]);
  await waitUntil("a rest", () => {
    idle.expectIdle(0);
    return calm() > 0 && idle.isUndisturbed();
  });
  await waitUntil("the late thread", () => existsSync(made));
  expect(idle.isUndisturbed()).toBe(false);
});
