import { expect, test } from "vitest";
import { combinations } from "../../../../src/core/policy/values/combinations.ts";

test("few lists are combined in every way, many have every item in some combination", () => {
  expect(combinations([["a"], ["b", "c"], ["d", "e"]], 4)).toEqual([
    ["a", "b", "d"],
    ["a", "c", "d"],
    ["a", "b", "e"],
    ["a", "c", "e"],
  ]);
  const many = Array.from({ length: 200 }, (_, i): [string, ...string[]] => [
    `${i}a`,
    `${i}b`,
    ...(i % 2 === 0 ? [`${i}c`] : []),
  ]);
  const tried = combinations(many, 24);
  expect(new Set(tried.flat())).toEqual(new Set(many.flat()));
  expect(tried.every((one) => one.length === 200)).toBe(true);
});

test("where the combinations are too many, all places vary together too", () => {
  const five = Array.from({ length: 5 }, (_, i): [string, ...string[]] => [`${i}a`, `${i}b`]);
  expect(combinations(five, 24)).toContainEqual(five.map(([, other]) => other));
});
