import { appendFileSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../src/core/base/slices.ts";
import { Journal } from "../../../src/core/journal/journal.ts";
import { journalFiles, newestFile } from "../../../src/core/journal/journal-files.ts";
import { mendTornLine, removeOldJournal } from "../../../src/core/journal/keep-journal.ts";
import { verifyJournal } from "../../../src/core/journal/verify-journal.ts";
import { tempDir } from "../../support/temp-dir.ts";

function written(stateDir: string, host: string, lines: number): void {
  const journal = new Journal({ stateDir, host, redact: (text) => text, isStrict: true, fileBytes: 500 });
  for (let number = 0; number < lines; number++) journal.note({ kind: "note", number, text: "ä" });
  journal.close();
}

test("a torn line is cut off, and every whole line stays", () => {
  const stateDir = tempDir();
  written(stateDir, "1-a", 3);
  const path = newestFile(stateDir, "1-a");
  const whole = readFileSync(path, "utf8");
  mendTornLine(stateDir, "1-a");
  expect(readFileSync(path, "utf8")).toBe(whole);
  appendFileSync(path, '{"seq":4');
  mendTornLine(stateDir, "1-a");
  expect(readFileSync(path, "utf8")).toBe(whole);
  expect(verifyJournal(stateDir)).toMatchObject({ flaws: [], torn: [] });
});

test("a host without a journal has nothing to mend", () => {
  expect(() => mendTornLine(tempDir(), "1-a")).not.toThrow();
});

test.each([
  { bytes: 700, files: 100 },
  { bytes: 1_000_000, files: 2 },
])("the oldest files go above %o, and the check misses none of them", (most) => {
  const stateDir = tempDir();
  for (const host of ["1-a", "2-b"]) written(stateDir, host, 12);
  const before = journalFiles(stateDir).length;
  doAtOnce(removeOldJournal(stateDir, most));
  const left = journalFiles(stateDir);
  expect(left.length).toBeLessThan(before);
  expect(left.length).toBeLessThanOrEqual(most.files);
  expect(left.reduce((sum, { stat }) => sum + stat.size, 0)).toBeLessThanOrEqual(most.bytes);
  expect(verifyJournal(stateDir).flaws).toEqual([]);
});
