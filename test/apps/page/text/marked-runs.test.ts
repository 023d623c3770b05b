import { expect, test } from "vitest";
import { markedRuns, SHOWN_CHARS } from "../../../../src/apps/page/text/marked-runs.ts";
import { runsOf } from "../../../../src/apps/page/text/styled-runs.ts";

const marked = (line: string, query?: RegExp): string =>
  markedRuns(runsOf(line), query)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join("|");

test.each([
  ["no match", /x/u, "no match"],
  ["an error here", /error/u, "an |[error]| here"],
  ["er\u001b[31mror", /error/u, "[er]|[ror]"],
  ["aXbXc", /X/u, "a|[X]|b|[X]|c"],
  ["XX", /X+/u, "[XX]"],
  ["abc", /x*/u, "abc"],
  ["", /a/u, ""],
])("%j with %s is %j", (line, query, parts) => {
  expect(marked(line, query)).toBe(parts);
});

test("a line that is too long is cut", () => {
  expect(marked("x".repeat(2 * SHOWN_CHARS)).length).toBe(SHOWN_CHARS);
});
