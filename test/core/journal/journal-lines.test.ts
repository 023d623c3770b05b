import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { linesBackwards, linesFrom, linesOf } from "../../../src/core/journal/journal-lines.ts";
import { tempDir } from "../../support/temp-dir.ts";

function fileOf(text: string): string {
  const path = join(tempDir(), "lines");
  writeFileSync(path, text);
  return path;
}

test.each([1, 100, 65_535, 65_536, 65_537, 200_000])(
  "lines of %i characters are read whole from both ends",
  (length) => {
    const lines = ["a", "b", "c"].map((letter) => letter.repeat(length));
    const path = fileOf(`${lines.join("\n")}\n`);
    expect([...linesOf(path)]).toEqual(lines);
    expect([...linesBackwards(path)]).toEqual(lines.toReversed());
  },
);

test.each([1, 65_535, 65_536, 200_000])("a torn last line of %i characters is left out and counted", (length) => {
  const path = fileOf("one\ntwo\n");
  appendFileSync(path, "x".repeat(length));
  expect([...linesBackwards(path)]).toEqual(["two", "one"]);
  const lines = linesOf(path);
  expect([lines.next().value, lines.next().value, lines.next()]).toEqual([
    "one",
    "two",
    { done: true, value: { tornBytes: length } },
  ]);
  expect(linesFrom(path, 0)).toEqual({ lines: ["one", "two"], next: 8 });
});

test("both ends tell the same lines, whatever they hold", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", " "))), (lines) => {
      const path = fileOf(lines.map((line) => `${line}\n`).join(""));
      expect([...linesBackwards(path)].toReversed()).toEqual([...linesOf(path)]);
    }),
    { numRuns: 50, seed: 16 },
  );
});

test("lines from an offset are those behind it", () => {
  const path = fileOf("one\ntwo\n");
  const { next } = linesFrom(path, 0);
  appendFileSync(path, "thr");
  expect(linesFrom(path, next)).toEqual({ lines: [], next });
  appendFileSync(path, "ee\n");
  expect(linesFrom(path, next)).toEqual({ lines: ["three"], next: next + 6 });
});

test("what is no plain file, or not there, has no lines", () => {
  const directory = join(tempDir(), "d");
  mkdirSync(directory);
  for (const path of [directory, join(directory, "none")]) {
    expect([...linesOf(path), ...linesBackwards(path)]).toEqual([]);
    expect(linesFrom(path, 3)).toEqual({ lines: [], next: 3 });
  }
});
