import { expect, test } from "vitest";
import { classOf, literalAt, runEnd } from "../../../../src/core/output/redact/secret-shape.ts";

test("a class holds the ASCII bytes of its pattern, and no other byte", () => {
  const members = [...classOf(/[^a-y]/).entries()].flatMap(([byte, isIn]) => (isIn === 1 ? [byte] : []));
  expect(members).toHaveLength(128 - 25);
  expect(members).toContain(0x7a);
  expect(Math.max(...members)).toBe(0x7f);
});

test.each([
  ["xxabc", 2, "yes"],
  ["xxabcd", 2, "yes"],
  ["xxab", 2, "unfinished"],
  ["xx", 2, "unfinished"],
  ["xxaXc", 2, "no"],
  ["xxabc", 1, "no"],
])("whether abc stands in %j at %i: %s", (text, at, answer) => {
  expect(literalAt(Buffer.from(text), at, Buffer.from("abc"))).toBe(answer);
});

test.each([
  [1, 10, 4],
  [1, 2, 3],
  [0, 10, 0],
  [5, 10, 7],
])("a run of digits from %i of at most %i ends at %i", (at, most, end) => {
  expect(runEnd(Buffer.from("a123b45"), at, { of: classOf(/\d/), most })).toBe(end);
});
