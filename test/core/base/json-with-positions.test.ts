import { expect, test } from "vitest";
import { JsonProblem, parsePlacedJson } from "../../../src/core/base/json-with-positions.ts";

/** The problem of a text, as `OFFSET REASON`. */
function problemOf(text: string): string {
  try {
    parsePlacedJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return `${error.at} ${error.message}`;
    throw error;
  }
  return "none";
}

test.each([['{"a": [1, -2.5e3, true, null], "b": {"c": "\\u00e9\\n"}}'], ["{}"], ["[]"], [' \t\r\n"text" '], ["0"]])(
  "%s is what the language reads in it",
  (text) => {
    expect(parsePlacedJson(text).value).toEqual(JSON.parse(text));
  },
);

test("each part has its place: a field its name's, an item its own", () => {
  const { places } = parsePlacedJson('{"rules": [{"reason": 1}, 22]}');
  expect(Object.fromEntries(places)).toEqual({
    "": 0,
    rules: 1,
    "rules[0]": 11,
    "rules[0].reason": 12,
    "rules[1]": 26,
  });
});

test("a byte order mark before the text is passed over", () => {
  expect(parsePlacedJson('\uFEFF{"a": 1}').value).toEqual({ a: 1 });
});

test.each([
  ['{"a": 1, "a": 2}', "9 the field a stands twice"],
  ['{"a": 1} x', "9 there is text behind the end"],
  ['{"a": "x', "6 a text is not closed"],
  ['{"a": "x\n"}', "6 a text is not closed"],
  ['{"a": "\\x"}', '6 "\\x" is not a text of JSON'],
  ["{a: 1}", "1 a field name in double quotes is expected"],
  ['{"a": 1,}', "8 a field name in double quotes is expected"],
  ['{"a": 1', "7 the text ends where , or } is expected"],
  ['{"a": 1 "b": 2}', '8 there is "\\"" where , or } is expected'],
  ['{"a": 1\n "b": 2}', "7 , or } is missing at the end of the line"],
  ['{"a": 1 // one\n}', "8 there is a comment, and plain JSON has none"],
  ["/* x */ 1", "0 there is a comment, and plain JSON has none"],
  ["[01]", "1 a value is expected"],
  ["", "0 the text ends too early"],
])("%j: %s", (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test("what is nested too deeply is refused", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  expect([problemOf(nested(33)), problemOf(nested(34))]).toEqual(["none", "33 nested too deeply"]);
});
