import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../../../src/core/try/diff/unified-diff.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("equal texts have no diff, and a change stands among three lines of its surroundings", () => {
  expect(unifiedDiff("a\n", "a\n")).toBe("");
  const before = Array.from({ length: 20 }, (_, at) => `${at}\n`).join("");
  expect(unifiedDiff(before, before.replace("\n10\n", "\nten\n"))).toBe(
    "@@ -8,7 +8,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n",
  );
});

test("a last line without an end is told", () => {
  expect(unifiedDiff("", "a")).toBe("@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n");
  expect(unifiedDiff("a\n", "")).toBe("@@ -1,1 +0,0 @@\n-a\n");
});

test("texts that have nothing in common are one hunk, however long they are", () => {
  const [before, after] = ["old", "new"].map((word) => `${word}\n`.repeat(5000));
  const diff = unifiedDiff(before ?? "", after ?? "");
  expect(diff.startsWith("@@ -1,5000 +1,5000 @@\n-old\n")).toBe(true);
  expect(diff.split("\n")).toHaveLength(10_002);
});

test("git applies what it says, for 60 made-up pairs of texts", () => {
  const directory = tempDir();
  let seed = 7;
  const below = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % most;
  };
  const madeUp = (): string =>
    `${Array.from({ length: 1 + below(30) }, () => `${"abcde"[below(5)]}${below(4) === 0 ? "x" : ""}`).join("\n")}${below(3) === 0 ? "" : "\n"}`;
  for (let round = 0; round < 60; round++) {
    const before = madeUp();
    const after = below(2) === 0 ? madeUp() : before.replace(/[ab]/g, (letter) => (below(4) === 0 ? "Z" : letter));
    const diff = unifiedDiff(before, after);
    if (diff === "") {
      expect(after).toBe(before);
      continue;
    }
    writeFileSync(join(directory, "f"), before);
    const input = `diff --git a/f b/f\n--- a/f\n+++ b/f\n${diff}`;
    execFileSync("git", ["apply", "-"], { cwd: directory, input, stdio: ["pipe", "pipe", "pipe"] });
    expect(readFileSync(join(directory, "f"), "utf8")).toBe(after);
  }
});
