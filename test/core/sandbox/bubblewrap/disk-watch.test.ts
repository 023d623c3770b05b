import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
  const spaces = free.map((freeBytes) => ({ totalBytes, freeBytes }));
  return (await told(spaces)).map((what) => Number(/\((\d+) MiB left\)/.exec(what)?.[1] ?? 0) / 1024);
}

/** The same, with what is told in words. */
async function told(spaces: readonly DiskSpace[]): Promise<string[]> {
  let looks = 0;
  const full: string[] = [];
  const watch = new DiskWatch({
    directories: ["/disk"],
    onFull: (what) => full.push(what),
    spaceOf: async () => spaces[looks++] ?? spaces.at(-1) ?? { totalBytes: 0, freeBytes: 0 },
  });
  onTestFinished(() => watch.close());
  await waitUntil("every look", () => looks > spaces.length);
  watch.close();
  return full;
}

test("a disk that fills up is told of while it goes on, and not when there is room again", async () => {
  expect(await watched(100 * GiB, [10 * GiB, 1 * GiB, 0.4 * GiB, 0.4 * GiB, 0.3 * GiB, 5 * GiB])).toEqual([
    expect.closeTo(0.4, 2),
    expect.closeTo(0.3, 2),
  ]);
});

test("little space is not yet a reason, and a small disk has a small reserve", async () => {
  expect(await watched(100 * GiB, [0.4 * GiB, 0.2 * GiB, 0.05 * GiB])).toEqual([expect.closeTo(0.05, 2)]);
  expect(await watched(1 * GiB, [0.5 * GiB, 0.1 * GiB, 0.01 * GiB])).toEqual([expect.closeTo(0.01, 2)]);
});

test("a disk that runs out of files is told of as one that runs out of bytes; one without such a number is not", async () => {
  const disk = { freeBytes: 10 * GiB, totalBytes: 100 * GiB, totalFiles: 6_000_000 };
  const files = (...free: readonly number[]): DiskSpace[] => free.map((freeFiles) => ({ ...disk, freeFiles }));
  expect(await told(files(1_000_000, 20_000, 9000, 9000, 8000, 500_000))).toEqual([
    "the disk of /disk was running full (9000 files left)",
    "the disk of /disk was running full (8000 files left)",
  ]);
  expect(await told(files(900, 800, 0).map((space) => ({ ...space, totalFiles: 0 })))).toEqual([]);
  const real = await spaceOf(tempDir());
  expect(real.totalFiles).toBeGreaterThanOrEqual(real.freeFiles ?? 0);
});

test.each([
  [{ bytes: 1_000_000, files: 1e9 }, /^\/tmp and home of the sandbox held more than 1 MiB; remove/],
  [{ bytes: 2 ** 40, files: 50 }, /^\/tmp and home of the sandbox held more than 50 files; remove/],
])("what passes the bound %o of the private directories is told of whenever it has grown", async (bound, words) => {
  const place = tempDir();
  const full: string[] = [];
  let looks = 0;
  const watch = new DiskWatch({
    directories: [],
    bounded: [place],
    bound,
    onFull: (what) => full.push(what),
    // Each look finds that the disk has lost enough to look into the tree.
    spaceOf: async () => ({ totalBytes: 2 ** 50, freeBytes: 2 ** 50 - bound.bytes * looks++ }),
  });
  onTestFinished(() => watch.close());
  const fill = (from: number): void => {
    for (let count = from; count < from + 80; count++) writeFileSync(join(place, `${count}`), "x".repeat(40_000));
  };
  /** A walk that began before the tree grew may tell twice. */
  const isSilent = async (): Promise<boolean> => {
    const [told, from] = [full.length, looks];
    await waitUntil("more looks", () => looks > from + 3);
    return full.length === told;
  };
  for (const round of [1, 2, 3]) {
    const told = full.length;
    fill(round * 100);
    await waitUntil("the watch to tell", () => full.length > told);
    await waitUntil("the watch to be silent", isSilent);
  }
  for (const one of full) expect(one).toMatch(words);
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
