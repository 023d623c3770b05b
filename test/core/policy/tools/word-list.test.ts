import { expect, test } from "vitest";
import { isListed, wordsOf } from "../../../../src/core/policy/tools/word-list.ts";

test.each([
  ["list", "get list", true],
  ["lis", "get list", false],
  ["delete-user", "delete* get", true],
  ["config:set", "*:set", true],
  ["a.b", "a.*", true],
  ["axb", "a.b*", false],
  ["a\nb", "a*b", true],
])("%j in %j: %s", (word, list, is) => {
  expect(isListed(word, list)).toBe(is);
});

test("a list has its words, and an empty one has none", () => {
  expect(wordsOf("a b")).toEqual(["a", "b"]);
  expect(wordsOf("")).toEqual([]);
});
