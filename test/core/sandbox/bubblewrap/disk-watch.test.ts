import { expect, onTestFinished, test } from "vitest";
import { limitsOf } from "../../../../src/core/base/limits.ts";
import { type DiskSpace, spaceOf } from "../../../../src/core/files/disk-space.ts";
import { DiskWatch } from "../../../../src/core/sandbox/bubblewrap/disk-watch.ts";
import { createSandbox } from "../../../../src/core/sandbox/create-sandbox.ts";
import { createPerson, hasBubblewrap } from "../../../support/open-sandbox.ts";
import { run, testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const GiB = 1024 ** 3;

/** Looks at a disk that has this much left at each look, until it has been looked at so often; tells what was full. */
async function watched(totalBytes: number, free: readonly number[]): Promise<number[]> {
  let looks = 0;
  const full: number[] = [];
  const watch = new DiskWatch({
    directories: ["/disk"],
    onFull: (_, { freeBytes }) => full.push(freeBytes),
    spaceOf: async () => ({ totalBytes, freeBytes: free[looks++] ?? free.at(-1) ?? 0 }),
  });
  onTestFinished(() => watch.close());
  await waitUntil("every look", () => looks > free.length);
  watch.close();
  return full;
}

test("a disk that fills up is told of while it goes on, and not when there is room again", async () => {
  expect(await watched(100 * GiB, [10 * GiB, 1 * GiB, 0.4 * GiB, 0.4 * GiB, 0.3 * GiB, 5 * GiB])).toEqual([
    0.4 * GiB,
    0.3 * GiB,
  ]);
});

test("little space is not yet a reason, and a small disk has a small reserve", async () => {
  expect(await watched(100 * GiB, [0.4 * GiB, 0.2 * GiB, 0.05 * GiB])).toEqual([0.05 * GiB]);
  expect(await watched(1 * GiB, [0.5 * GiB, 0.1 * GiB, 0.01 * GiB])).toEqual([0.01 * GiB]);
});

test("a directory that is gone is no disk; a real one has its space", async () => {
  const watch = new DiskWatch({ directories: ["/nonexistent"], onFull: () => expect.fail(), spaceOf });
  watch.close();
  await expect(spaceOf("/nonexistent")).rejects.toThrow("ENOENT");
  const { freeBytes, totalBytes } = await spaceOf(tempDir());
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});

test.runIf(hasBubblewrap)("what runs while the disk fills up is ended and told why; what rests is not", async () => {
  const person = createPerson();
  const disk = { freeBytes: 10 * GiB, totalBytes: 100 * GiB };
  let filling = false;
  const spaceOf = async (): Promise<DiskSpace> => {
    if (filling) disk.freeBytes = Math.min(disk.freeBytes, 0.4 * GiB) - 1;
    return { ...disk };
  };
  const manager = testManager({
    sandbox: () => createSandbox("workspace", { ...person, limits: limitsOf(), path: "/usr/bin:/bin", spaceOf }),
  });
  const workingDir = person.workspace;
  await run(manager, "kept=1", { workingDir, session: "resting" });
  filling = true;
  const { code, outcome } = await run(manager, "sleep 300", { workingDir, timeoutMs: 60_000 });
  filling = false;
  expect(code).toBe(137);
  expect(outcome.notices.join()).toMatch(/ended what ran: the disk of .* was running full \(410 MiB left\)/);
  expect((await run(manager, "echo $kept", { workingDir, session: "resting" })).stdout).toBe("1\n");
  expect((await run(manager, "echo goes on", { workingDir })).stdout).toBe("goes on\n");
});

test.runIf(hasBubblewrap)("the disk of the state directory is watched too: a shell's own files lie there", async () => {
  const { stateDir, workspace: workingDir, home } = createPerson();
  let filling = false;
  let free = 10 * GiB;
  const spaceOf = async (directory: string): Promise<DiskSpace> => {
    if (filling && directory === stateDir) free = Math.min(free, 0.4 * GiB) - 1;
    return { freeBytes: directory === stateDir ? free : 10 * GiB, totalBytes: 100 * GiB };
  };
  const context = { stateDir, workspace: workingDir, home, limits: limitsOf(), path: "/usr/bin:/bin", spaceOf };
  const manager = testManager({ sandbox: () => createSandbox("readonly", context) });
  await run(manager, "true", { workingDir });
  filling = true;
  const { outcome } = await run(manager, "sleep 300", { workingDir, timeoutMs: 10_000 });
  expect(outcome.notices.join()).toContain(`the disk of ${stateDir} was running full`);
});
