import { expect, test } from "vitest";
import { type Selection, selectLines } from "../../../../src/core/output/text/select-lines.ts";

const LINES = { head: "1\n2\n3\n4\n5", tail: "" };
const MISSING = { chars: 100, lines: 50, exact: false };
/** Two lines, a middle that was never rendered, two lines. */
const WITH_HOLE = { head: "1\n2\n", tail: "8\n9\n", missing: MISSING };
const odd = { pattern: "", matches: (line: string) => Number(line) % 2 === 1 };

test.each<[Selection, string]>([
  [{}, "1\n2\n3\n4\n5"],
  [{ head: 2 }, "1\n2\n"],
  [{ tail: 2 }, "4\n5"],
  [{ head: 0 }, ""],
  [{ tail: 9 }, "1\n2\n3\n4\n5"],
  [{ head: 3, tail: 3 }, "1\n2\n3\n4\n5"],
  [{ filter: odd }, "1\n3\n5"],
  [{ filter: odd, tail: 2 }, "3\n5"],
])("%j of five lines is %j", (selection, head) => {
  expect(selectLines(LINES, selection)).toEqual({ head, tail: "" });
});

test("what lies between the first and the last lines is counted", () => {
  expect(selectLines(LINES, { head: 1, tail: 1 })).toEqual({
    head: "1\n",
    tail: "5",
    missing: { chars: 6, lines: 3, exact: true },
  });
});

test("a filter goes over both sides of a hole, which stays", () => {
  expect(selectLines(WITH_HOLE, { filter: odd })).toEqual({ head: "1\n", tail: "9\n", missing: MISSING });
});

test("enough lines on the side that is asked for make a hole unimportant", () => {
  expect(selectLines(WITH_HOLE, { head: 1 })).toEqual({ head: "1\n", tail: "" });
  expect(selectLines(WITH_HOLE, { tail: 1 })).toEqual({ head: "9\n", tail: "" });
});

test("too few leave it named, with what is not shown beside it", () => {
  expect(selectLines(WITH_HOLE, { tail: 3 })).toEqual({
    head: "",
    tail: "8\n9\n",
    missing: { chars: 104, lines: 52, exact: false },
  });
});
