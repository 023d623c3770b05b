import { expect, test } from "vitest";
import { runsOf, styleAtEnd, unstyled } from "../../../../src/apps/page/text/styled-runs.ts";
import { classesOf, PLAIN, styleAfter } from "../../../../src/apps/page/text/text-style.ts";

const drawn = (line: string, start = PLAIN): (readonly [string, string])[] =>
  runsOf(line, start).map(({ text, style }) => [text, classesOf(style)]);

test("a plain line is one run, an empty one none", () => {
  expect([drawn("a b"), drawn("")]).toEqual([[["a b", ""]], []]);
});

test("a run begins where the style changes", () => {
  expect(drawn("a\u001b[31mb\u001b[1mc\u001b[0md")).toEqual([
    ["a", ""],
    ["b", "ink1"],
    ["c", "bold ink1"],
    ["d", ""],
  ]);
});

test("a line begins with the style that the one before it left", () => {
  const red = styleAtEnd("x\u001b[31my", PLAIN);
  expect(drawn("a\u001b[0mb", red)).toEqual([
    ["a", "ink1"],
    ["b", ""],
  ]);
  expect(styleAtEnd("plain", red)).toBe(styleAfter(PLAIN, "31"));
});

test("other sequences are not obeyed: they stay text", () => {
  expect(drawn("\u001b]8;;javascript:alert(1)\u0007x")).toEqual([["\u001b]8;;javascript:alert(1)\u0007x", ""]]);
});

test("the text without its styles", () => {
  expect(["a\u001b[1;38:5:9mb", "<b>"].map(unstyled)).toEqual(["ab", "<b>"]);
});
