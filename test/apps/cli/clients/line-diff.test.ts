import { expect, test } from "vitest";
import { lineDiff } from "../../../../src/apps/cli/clients/line-diff.ts";

test.each([
  ["", "a\nb\n", "+ a\n+ b\n"],
  ["a\n", "a\n", "  …\n"],
  ["a\nb\nc\n", "a\nx\nc\n", "  a\n- b\n+ x\n  c\n"],
  ["a\nb\n", "b\nc\n", "- a\n  b\n+ c\n"],
  ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "  …\n  7\n  8\n  9\n+ 10\n"],
  [
    "a\n1\n2\n3\n4\n5\n6\n7\nb\n",
    "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
    "- a\n+ A\n  1\n  2\n  3\n  …\n  5\n  6\n  7\n- b\n+ B\n",
  ],
])("%j to %j", (before, after, diff) => {
  expect(lineDiff(before, after)).toBe(diff);
});

test("characters that could hide a line are made visible; tabs stay", () => {
  expect(lineDiff("", "\ta\u001b[2K\u202eb\r\n")).toBe("+ \ta\\u{1b}[2K\\u{202e}b\\u{d}\n");
});

test("a file of many lines is compared in a moment, as one that was replaced", () => {
  const lines = (mark: string): string => Array.from({ length: 2500 }, (_, at) => `${mark}${at}\n`).join("");
  expect(lineDiff(lines("a"), lines("b")).split("\n").length).toBe(5001);
});
