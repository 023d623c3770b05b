import { expect, test } from "vitest";
import { sideRows } from "../../../../src/apps/page/text/side-rows.ts";

/** A row in short. */
const told = (lines: readonly string[]): readonly string[] =>
  sideRows(lines).map((row) => {
    if (row.kind === "gap") return row.text;
    const side = (line = row.before): string =>
      line === undefined ? "" : `${line.number}${line.text}${line.isUnended === true ? "." : ""}`;
    return `${row.kind} ${side()}|${row.after === undefined ? "" : side(row.after)}`;
  });

test("what was taken out stands beside what was put in its place, with the numbers of both files", () => {
  expect(told(["@@ -4,4 +4,5 @@", " a", "-b", "-c", "+x", "+y", "+z", " d"])).toEqual([
    "@@ -4,4 +4,5 @@",
    "same 4a|4a",
    "changed 5b|5x",
    "changed 6c|6y",
    "changed |7z",
    "same 7d|8d",
  ]);
});

test("each hunk counts anew; a line may look like the head of one, or be empty", () => {
  expect(told(["@@ -1,1 +0,0 @@", "-@@ -9,9 +9,9 @@", "@@ -7,1 +6,2 @@", " ", "+--"])).toEqual([
    "@@ -1,1 +0,0 @@",
    "changed 1@@ -9,9 +9,9 @@|",
    "@@ -7,1 +6,2 @@",
    "same 7|6",
    "changed |7--",
  ]);
});

test("the end of a file without a newline belongs to its line", () => {
  const end = String.raw`\ No newline at end of file`;
  expect(told(["@@ -1,1 +1,1 @@", "-a", end, "+b", end])).toEqual(["@@ -1,1 +1,1 @@", "changed 1a.|1b."]);
  expect(told([])).toEqual([]);
});
