import { expect, test } from "vitest";
import { shell } from "../../../../../src/core/policy/tools/effect.ts";
import { ASSIGNMENT, shellAssignments } from "../../../../../src/core/policy/tools/run/environment-words.ts";

test.each([
  ["A=b", true],
  ["_a1=", true],
  ["1a=b", false],
  ["--a=b", false],
  ["a", false],
])("%s is an assignment: %s", (word, is) => {
  expect(ASSIGNMENT.test(word)).toBe(is);
});

test("assignments become shell text in which no value can break out of its quotes", () => {
  expect(shellAssignments(["A=b=c", "B='; ls"])).toEqual(shell("A='b=c' B=''\\''; ls'"));
});
