import { expect, test } from "vitest";
import { runs, shell } from "../../../../../src/core/policy/tools/effect.ts";
import {
  ASSIGNMENT,
  runsGiven,
  shellAssignments,
  written,
} from "../../../../../src/core/policy/tools/run/environment-words.ts";

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

test("the command behind assignments gets their values", () => {
  expect(runsGiven([], ["ls"])).toEqual(runs(["ls"]));
  expect(runsGiven(["A=b=c"], ["ls"])).toEqual({ kind: "runs", argv: ["ls"], given: new Map([["A", ["b=c"]]]) });
  expect(written(["A=b c", "BASH_FUNC_f%%=() { :; }"])).toBe("A='b c' ");
});
