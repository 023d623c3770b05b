import { expect, test } from "vitest";
import { createLineFilter } from "../../../../src/core/output/text/line-filter.ts";

const matches = (pattern: string, line: string): boolean | string => {
  const filter = createLineFilter(pattern);
  return "problem" in filter ? filter.problem : filter.matches(line);
};

test.each([
  ["ERROR", "an ERROR here", true],
  ["ERROR", "an error here", false],
  ["(?i)error", "an ERROR here", true],
  ["^\\d+ passed$", "12 passed", true],
  ["a|b", "xbx", true],
  ["é+", "caféé", true],
  ["", "anything", true],
])("%j on %j is %s", (pattern, line, expected) => {
  expect(matches(pattern, line)).toBe(expected);
});

test.each([
  ["(a", /missing closing \)/],
  ["(?=a)", /\(\?=/],
  ["(a)\\1", /\\1/],
  ["a++", /\+\+/],
  ["[z-a]", /range/],
])("what is wrong with %j is said in the engine's words", (pattern, words) => {
  expect(matches(pattern, "")).toMatch(words);
});

test("patterns that are too long or too large are refused", () => {
  expect(matches("a".repeat(1001), "")).toBe("the pattern has 1001 characters; the most is 1000");
  expect(matches("(a{0,500}){0,2}", "")).toMatch(/^the pattern is too large \(\d+ steps of 1000\)$/);
});

test.each(["^(a+)+$", "(.*a){12}$", "^(\\w+\\s?)*$", "(x+x+)+y", "(a|aa)+$"])(
  "%s comes to an end on the text it is made for",
  (pattern) => {
    expect(matches(pattern, `${"a".repeat(5000)}!`)).toBe(false);
  },
);

test("only the beginning of an endless line is looked at", () => {
  expect(matches("x", `${"a".repeat(40_000)}x`)).toBe(false);
  expect(matches("x", `${"a".repeat(30_000)}x`)).toBe(true);
});
