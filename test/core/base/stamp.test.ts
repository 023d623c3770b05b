import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ageOf, jumpBetween, type Stamp, stampBefore, stampIn, stampNow } from "../../../src/core/base/stamp.ts";

const HOUR = 3_600_000;
const now: Stamp = { wall: 100 * HOUR, machine: 10 * HOUR, boot: "one" };

test.each<[string, Partial<Stamp>, { least: number; most: number }]>([
  ["an hour ago", { wall: 99 * HOUR, machine: 9 * HOUR }, { least: HOUR, most: HOUR }],
  [
    "an hour ago, then the clock was put forward",
    { wall: 49 * HOUR, machine: 9 * HOUR },
    { least: HOUR, most: 51 * HOUR },
  ],
  [
    "an hour ago, then the clock was put back",
    { wall: 103 * HOUR, machine: 9 * HOUR },
    { least: HOUR, most: Infinity },
  ],
  ["before the machine was started", { wall: 98 * HOUR, boot: "two" }, { least: 2 * HOUR, most: 2 * HOUR }],
  ["before it was started, by a clock ahead", { wall: 103 * HOUR, boot: "two" }, { least: 0, most: Infinity }],
  ["on a machine without a name for its run", { wall: 99 * HOUR, machine: 0, boot: "" }, { least: HOUR, most: HOUR }],
])("the age of what was %s", (_, then, age) => {
  expect(ageOf({ ...now, ...then }, { ...now, boot: then.boot === "" ? "" : "one" })).toEqual(age);
});

test.each<[string, Partial<Stamp>, number]>([
  ["as much as the machine's clock", { wall: 101 * HOUR, machine: 11 * HOUR }, 0],
  ["a second more", { wall: 101 * HOUR + 1000, machine: 11 * HOUR }, 0],
  ["two hours more", { wall: 103 * HOUR, machine: 11 * HOUR }, 2 * HOUR],
  ["three hours less", { wall: 98 * HOUR, machine: 11 * HOUR }, -3 * HOUR],
  ["on another run of the machine", { wall: 103 * HOUR, boot: "two" }, 0],
])("the time of day that has gone on by %s has jumped so far", (_, later, jump) => {
  expect(jumpBetween(now, { ...now, ...later })).toBe(jump);
});

test("the stamps of two processes are on the same clocks", () => {
  const before = stampNow();
  const script = `import { stampNow } from ${JSON.stringify(resolve("dist/modules/core/base/stamp.js"))}; console.log(JSON.stringify(stampNow()));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const other = stampIn(JSON.parse(stdout));
  const after = stampNow();
  expect(other?.boot).toBe(before.boot);
  expect(other?.machine).toBeGreaterThanOrEqual(before.machine);
  expect(other?.machine).toBeLessThanOrEqual(after.machine);
});

test("a stamp of the past is as old as it says", () => {
  const { least, most } = ageOf(stampBefore(5 * HOUR));
  for (const age of [least, most]) expect(Math.round(age / HOUR)).toBe(5);
});

test("what is no stamp is none", () => {
  for (const value of [undefined, null, 5, "now", {}, { wall: 1, machine: "2", boot: "x" }, { wall: 1, machine: 2 }])
    expect(stampIn(value)).toBeUndefined();
  expect(stampIn({ ...now, more: 1 })).toEqual(now);
});
