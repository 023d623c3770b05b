import { expect, test } from "vitest";
import { Series } from "../../../../src/apps/page/state/series.ts";
import type { ShellView } from "../../../../src/core/line/line-messages.ts";

const at = (memoryBytes: number, stdoutBytes: number, cpuMs = 0): ShellView => ({
  id: "x",
  session: "s",
  command: "true",
  status: "running",
  createdAt: 0,
  cwd: "/",
  ports: [],
  memoryBytes,
  stdoutBytes,
  stderrBytes: 0,
  cpuMs,
});

test("rates are those of the last seconds", () => {
  const series = new Series();
  expect([series.cpuShare(), series.outputRate(), series.last]).toEqual([undefined, undefined, undefined]);
  series.add(0, at(10, 0, 0));
  expect(series.outputRate()).toBeUndefined();
  series.add(10_000, at(50, 1000, 100));
  series.add(13_000, at(20, 4000, 1600));
  expect([series.cpuShare(), series.outputRate(), series.mostMemory]).toEqual([0.5, 1000, 50]);
});

test("output is told for each step of time, the newest last", () => {
  const series = new Series();
  for (const [ms, bytes] of [
    [0, 0],
    [1000, 10],
    [2000, 10],
    [3000, 40],
  ] as const)
    series.add(ms, at(0, bytes));
  expect(series.outputSteps(4, 1000)).toEqual([0, 10, 0, 30]);
});

test("only the newest samples are kept", () => {
  const series = new Series();
  for (let ms = 0; ms < 1000; ms += 1) series.add(ms, at(ms, 0));
  expect([series.samples.length, series.samples[0]?.at]).toEqual([600, 400]);
});
