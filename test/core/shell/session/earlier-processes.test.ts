import { expect, test } from "vitest";
import { identityOf } from "../../../../src/core/process/identity.ts";
import { EarlierProcesses } from "../../../../src/core/shell/session/earlier-processes.ts";

const OURS = identityOf(process.pid) ?? { pid: 0, startTime: "" };
const NOBODY = { pid: 2 ** 30, startTime: "1" };

test("what was there before is taken out of a list, the rest stays", () => {
  expect(new EarlierProcesses([OURS]).removedFrom([OURS, NOBODY])).toEqual([NOBODY]);
});

test("a process that has the pid of an earlier one, but began at another time, stays", () => {
  const later = { ...OURS, startTime: `${OURS.startTime}0` };
  expect(new EarlierProcesses([OURS]).removedFrom([later])).toEqual([later]);
});

test("nothing is taken out where nothing was there before", () => {
  expect(new EarlierProcesses([]).removedFrom([OURS])).toEqual([OURS]);
});

test("what an earlier process starts is taken out too", () => {
  const parent = identityOf(process.ppid) ?? NOBODY;
  expect(new EarlierProcesses([parent]).removedFrom([OURS, NOBODY])).toEqual([NOBODY]);
});
