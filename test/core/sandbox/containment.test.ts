import { expect, test } from "vitest";
import { containmentOf } from "../../../src/core/sandbox/containment.ts";

const ALL = {
  isRoot: false,
  countsProcesses: true,
  filters: true,
  seals: true,
  arch: "x64",
  unsearched: [],
  hasUnnameable: false,
  unresolved: [],
};

test("everything there is full", () => {
  expect(containmentOf(ALL)).toEqual({ level: "full", reasons: [] });
  expect(containmentOf({ ...ALL, countsProcesses: false })).toEqual({ level: "full", reasons: [] });
});

test.each([
  [{ isRoot: true, countsProcesses: false }, /number of processes is not limited.*run nacre as a plain user/],
  [{ filters: false, arch: "mips" }, /not filtered.*mips/],
  [{ hasUnnameable: true }, /names that are not text/],
  [{ unsearched: ["/w/a", "/w/b", "/w/c", "/w/d"] }, /cannot look into \/w\/a, \/w\/b, \/w\/c and 1 more/],
  [{ unresolved: ["what is wrong"] }, /^what is wrong$/],
  [{ seals: false }, /only in new sessions/],
])("%o is partial, with the reason", (missing, reason) => {
  const { level, reasons } = containmentOf({ ...ALL, ...missing });
  expect(level).toBe("partial");
  expect(reasons).toEqual([expect.stringMatching(reason)]);
});
