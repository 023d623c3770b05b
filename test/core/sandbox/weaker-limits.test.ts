import { expect, test } from "vitest";
import { containmentOf } from "../../../src/core/sandbox/containment.ts";
import { weakerLimits } from "../../../src/core/sandbox/weaker-limits.ts";

const ALL = { boundsMemory: true, memoryBytes: 2 ** 32, reachesSockets: false, isRoot: false };

test("what holds less on this machine is a sentence each", () => {
  expect(weakerLimits(ALL)).toEqual([]);
  expect(weakerLimits({ ...ALL, boundsMemory: false })).toEqual([
    expect.stringMatching(/^memory is bounded for each process \(4\.0 GiB\), not for all/),
  ]);
  expect(weakerLimits({ ...ALL, reachesSockets: true, isRoot: true })).toEqual([
    expect.stringMatching(/^commands reach the abstract sockets of this machine, as root: .*--network off/),
  ]);
});

test("it is told beside what is missing, and does not make containment partial", () => {
  const facts = {
    isRoot: false,
    countsProcesses: true,
    filters: true,
    unsearched: [],
    hasUnnameable: false,
    unresolved: [],
    seals: true,
    arch: "x64",
  };
  const weaker = weakerLimits({ ...ALL, boundsMemory: false });
  expect(containmentOf({ ...facts, weaker })).toEqual({ level: "full", reasons: weaker });
  expect(containmentOf({ ...facts, filters: false, weaker })).toEqual({
    level: "partial",
    reasons: [expect.stringContaining("not filtered"), ...weaker],
  });
});
