import { expect, test } from "vitest";
import { containmentOf } from "../../../src/core/sandbox/containment.ts";

const ALL = { isRoot: false, countsProcesses: true, filters: true, searched: true, seals: true, arch: "x64" };

test("everything there is full", () => {
  expect(containmentOf(ALL)).toEqual({ level: "full", reasons: [] });
  expect(containmentOf({ ...ALL, countsProcesses: false })).toEqual({ level: "full", reasons: [] });
});

test.each([
  [{ isRoot: true, countsProcesses: false }, /number of processes is not limited.*run nacre as a plain user/],
  [{ filters: false, arch: "mips" }, /not filtered.*mips/],
  [{ searched: false }, /cannot be searched whole/],
  [{ seals: false }, /only in new sessions/],
])("%o is partial, with the reason", (missing, reason) => {
  const { level, reasons } = containmentOf({ ...ALL, ...missing });
  expect(level).toBe("partial");
  expect(reasons).toEqual([expect.stringMatching(reason)]);
});
