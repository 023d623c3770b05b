import { expect, test } from "vitest";
import { FINISHED_SHELLS } from "../../../../src/core/base/limits.ts";
import { surplusOf, surplusShells } from "../../../../src/core/shell/background/shell-caps.ts";
import { run, testManager } from "../../../support/shells.ts";
import { waitUntil } from "../../../support/wait-until.ts";

const printed = (
  stdout: number,
  stderr = 0,
): { readonly transcript: { readonly bytes: Record<"stdout" | "stderr", number> } } => ({
  transcript: { bytes: { stdout, stderr } },
});
const LIMITS = { totalLogBytes: 200, logBytes: 60 };

test("what ended first is too much, by number", () => {
  const many = Array.from({ length: FINISHED_SHELLS + 2 }, () => printed(0));
  expect(surplusOf(many, LIMITS)).toEqual(many.slice(0, 2));
  expect(surplusOf(many.slice(2), LIMITS)).toEqual([]);
});

test("what ended first is too much, by the size of the logs, which end at their own limit", () => {
  const some = [printed(30), printed(30, 20), printed(30)];
  expect(surplusOf(some, LIMITS)).toEqual([some[0]]);
  expect(surplusOf([printed(30), printed(5000)], LIMITS)).toEqual([]);
  const huge = [printed(5000, 5000)];
  expect(surplusOf(huge, LIMITS)).toEqual(huge);
});

type Kept = Parameters<typeof surplusShells>[0][number];

/** A shell that has ended, and counts the looks for its processes. */
let looks = 0;
const ended = (size: number, facts: Partial<Kept> = {}): Kept => ({
  ...printed(size),
  hasEnded: true,
  completedAt: 1,
  processes: () => {
    looks += 1;
    return [];
  },
  ...facts,
});

test("one that runs, or left something running, neither counts nor is too much", () => {
  const busy = { processes: () => [{ pid: 1, startTime: "1" }] };
  const some = [ended(60, busy), ended(60, { hasEnded: false }), ended(60), ended(20, { completedAt: 0 })];
  expect(surplusShells(some, LIMITS)).toEqual([]);
  expect(surplusShells([...some, ended(30)], LIMITS)).toEqual([some[3]]);
});

test("no process is looked for while there is room", () => {
  looks = 0;
  const many = Array.from({ length: FINISHED_SHELLS }, () => ended(0));
  expect([surplusShells(many, LIMITS), looks]).toEqual([[], 0]);
  expect([surplusShells([...many, ended(0)], LIMITS).length, looks]).toEqual([1, FINISHED_SHELLS + 1]);
});

test("a manager forgets finished shells whose logs are too large together, but none that left something running", async () => {
  const manager = testManager({ limits: { totalLogBytes: 100_000 } });
  await run(manager, "true");
  const start = async (text: string): Promise<string> => {
    const shell = await manager.createShell(text, "/tmp");
    await waitUntil("its end", () => shell.hasEnded);
    return shell.id;
  };
  const busy = await start("sleep 300 >/dev/null 2>&1 & seq 1 4000");
  const first = await start("seq 1 6000");
  const second = await start("seq 1 6000");
  await waitUntil("the first to be forgotten", () => manager.getShell(first) === undefined);
  expect(manager.getShell(second)?.getAllOutput()).toMatch(/^1\n2\n[^]*\n6000\n$/);
  expect(manager.getShell(busy)?.status).toBe("completed");
});
