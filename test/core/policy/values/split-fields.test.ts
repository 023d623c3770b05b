import { expect, test } from "vitest";
import { splitFields } from "../../../../src/core/policy/values/split-fields.ts";

test.each([
  ["a b", " ", { fields: ["a", "b"], startsApart: false, endsApart: false }],
  [" a  b ", " ", { fields: ["a", "b"], startsApart: true, endsApart: true }],
  ["a:b c", ":", { fields: ["a", "b c"], startsApart: false, endsApart: false }],
  ["a b", "", { fields: ["a b"], startsApart: false, endsApart: false }],
  ["", " ", { fields: [], startsApart: false, endsApart: false }],
  ["  ", " ", { fields: [], startsApart: false, endsApart: true }],
])("%j is cut at %j", (text, separators, cut) => {
  expect(splitFields(text, separators)).toEqual(cut);
});

test("a text of too many fields is not cut to its end", () => {
  expect(splitFields("a ".repeat(1000), " ").fields.length).toBeLessThan(500);
});
