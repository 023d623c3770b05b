import { expect, test } from "vitest";
import { shown } from "../../../src/core/base/show-value.ts";

const circle: { self?: unknown } = {};
circle.self = circle;

test.each([
  ["3", '"3"'],
  [3, "3"],
  [Number.NaN, "NaN"],
  [null, "null"],
  [undefined, "undefined"],
  [{ a: [1] }, '{"a":[1]}'],
  [5n, "a bigint"],
  [() => 1, "a function"],
  [circle, "an object that holds itself, or a bigint"],
])("%s is shown as %s", (value, text) => {
  expect(shown(value)).toBe(text);
});

test("a long text is cut inside its quotes, and its length told", () => {
  expect(shown("x".repeat(78))).toBe(`"${"x".repeat(78)}"`);
  expect(shown("x".repeat(81))).toBe(`"${"x".repeat(80)}"… (81 characters)`);
});

test("a long list is cut as it is written", () => {
  expect(shown(Array.from({ length: 50 }, () => 1))).toBe(`${"[1,1,1,1".padEnd(80, ",1")}… (101 characters)`);
});
