import { existsSync, mkdirSync, readdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENDED_KEPT_MS, ENDED_LOOK_MS } from "../../../../src/core/base/limits.ts";
import { doAtOnce } from "../../../../src/core/base/slices.ts";
import { stampNow } from "../../../../src/core/base/stamp.ts";
import { writeRecord } from "../../../../src/core/shell/background/shell-record.ts";
import {
  endedShell,
  endedShells,
  keepEnded,
  sweepEnded,
  sweepSoon,
} from "../../../../src/core/shell/host/ended-shells.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const LIMITS = { totalLogBytes: 1_000_000 };
const NOW = stampNow();
const sweep = (stateDir: string, now = NOW): void => doAtOnce(sweepEnded(stateDir, LIMITS, now));

/** An ended shell with this much output, so long ago. */
function ended(stateDir: string, id: string, { bytes = 10, agoMs = 0 } = {}): void {
  const directory = join(stateDir, "made");
  if (!existsSync(directory)) mkdirSync(directory);
  const logs = { stdout: join(directory, `${id}.out`), stderr: join(directory, `${id}.err`) };
  writeFileSync(logs.stdout, "");
  truncateSync(logs.stdout, bytes);
  const at = NOW.wall - agoMs;
  keepEnded(stateDir, shellRecord(id, { logs, status: "completed", createdAt: at, completedAt: at }));
}

const ids = (stateDir: string): string[] => endedShells(stateDir).map(({ id }) => id);

test("a shell is kept with what it printed, whatever its files were called, and found by its id alone", () => {
  const stateDir = tempDir();
  const logs = { stdout: join(stateDir, "command-3.out"), stderr: join(stateDir, "command-3.err") };
  writeFileSync(logs.stdout, "printed");
  keepEnded(stateDir, shellRecord("shell_1", { logs, status: "completed" }));
  expect(readdirSync(join(stateDir, "ended")).toSorted()).toEqual(["shell_1.json", "shell_1.out"]);
  expect(endedShell(stateDir, "shell_1")?.logs.stdout).toBe(join(stateDir, "ended", "shell_1.out"));
  writeRecord(stateDir, shellRecord("outside"));
  for (const id of ["shell_2", "../outside", "..%2foutside", "", "shell_1.json"])
    expect(endedShell(stateDir, id)).toBeUndefined();
});

test("keeping a shell again, after an interruption, loses nothing", () => {
  const stateDir = tempDir();
  ended(stateDir, "shell_1", { bytes: 5 });
  keepEnded(stateDir, shellRecord("shell_1", { status: "completed" }));
  expect(readdirSync(join(stateDir, "ended")).toSorted()).toEqual(["shell_1.json", "shell_1.out"]);
});

test("where nothing can be kept, nothing is, and nothing is thrown", () => {
  const stateDir = join(tempDir(), "file");
  writeFileSync(stateDir, "");
  const record = shellRecord("shell_1");
  expect(keepEnded(stateDir, record)).toBe(record);
  sweep(stateDir);
});

test("after seven days a shell goes, and not before", () => {
  const stateDir = tempDir();
  ended(stateDir, "shell_old", { agoMs: ENDED_KEPT_MS + 1000 });
  ended(stateDir, "shell_new", { agoMs: ENDED_KEPT_MS - 1000 });
  sweep(stateDir);
  expect(ids(stateDir)).toEqual(["shell_new"]);
  expect(readdirSync(join(stateDir, "ended")).filter((name) => name.includes("old"))).toEqual([]);
});

test.each([
  ["bytes", { totalLogBytes: 1_000_000 }],
  ["shells", { totalLogBytes: 10_000_000, most: 3 }],
])("of too many %s the oldest go", (_what, limits) => {
  const stateDir = tempDir();
  for (const at of [3, 1, 4, 2]) ended(stateDir, `shell_${at}`, { bytes: 300_000, agoMs: at * 1000 });
  doAtOnce(sweepEnded(stateDir, limits, NOW));
  expect(ids(stateDir).toSorted()).toEqual(["shell_1", "shell_2", "shell_3"]);
});

test("a sweep is done once an hour, or when it was asked for", () => {
  const stateDir = tempDir();
  sweep(stateDir);
  expect(existsSync(join(stateDir, "ended"))).toBe(false);
  ended(stateDir, "shell_1");
  sweep(stateDir);
  ended(stateDir, "shell_2", { agoMs: ENDED_KEPT_MS + 1000 });
  sweep(stateDir);
  expect(ids(stateDir)).toHaveLength(2);
  sweep(stateDir, { ...NOW, wall: NOW.wall + ENDED_LOOK_MS, machine: NOW.machine + ENDED_LOOK_MS });
  expect(ids(stateDir)).toEqual(["shell_1"]);
  ended(stateDir, "shell_3", { agoMs: ENDED_KEPT_MS + 1000 });
  sweepSoon(stateDir);
  sweep(stateDir);
  expect(ids(stateDir)).toEqual(["shell_1"]);
});

test("a log without a record goes by the age of its file; what is none of nacre's stays", () => {
  const stateDir = tempDir();
  const directory = join(stateDir, "ended");
  mkdirSync(directory);
  for (const name of ["shell_old.out", "shell_new.err", "notes.txt"]) writeFileSync(join(directory, name), "x");
  const old = (NOW.wall - ENDED_KEPT_MS) / 1000 - 10;
  for (const name of ["shell_old.out", "notes.txt"]) utimesSync(join(directory, name), old, old);
  writeFileSync(join(directory, "torn.json"), '{"id":');
  sweep(stateDir);
  expect(readdirSync(directory).toSorted()).toEqual(["notes.txt", "shell_new.err", "swept", "torn.json"]);
});
