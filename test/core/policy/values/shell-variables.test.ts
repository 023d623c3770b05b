import { expect, test } from "vitest";
import { ANY, CHILD, NAME, NUMBER, PARENT, SECRET } from "../../../../src/core/policy/values/abstract-text.ts";
import type { Variable } from "../../../../src/core/policy/values/join.ts";
import { SharedMap } from "../../../../src/core/policy/values/shared-map.ts";
import {
  ALIAS,
  ALL_EXPORTED,
  ATTRIBUTE,
  isShellVariable,
  passedOn,
  unsetValue,
} from "../../../../src/core/policy/values/shell-variables.ts";

test.each([
  ["HOME", "/home/dev"],
  ["USER", "dev"],
  ["TMPDIR", "/tmp"],
  ["IFS", " \t\n"],
  ["PPID", PARENT],
  ["!", CHILD],
  ["RANDOM", NUMBER],
  ["?", NUMBER],
  ["OSTYPE", NAME],
  ["API_TOKEN", SECRET],
  ["SOMETHING", ANY],
  [`${ALIAS}ls`, "ls"],
])("%s is %j where the script did not set it", (name, value) => {
  expect(unsetValue(name, "/home/dev")).toBe(value);
});

test("bash itself sets some names and not others", () => {
  expect(["HOME", "PWD", "SECONDS", "TMPDIR", "x"].map(isShellVariable)).toEqual([true, true, true, false, false]);
});

const holding = (variables: Readonly<Record<string, string>>): SharedMap<Variable> =>
  new SharedMap(new Map(Object.entries(variables).map(([name, value]) => [name, { kind: "scalar", values: [value] }])));
const seen = (variables: Readonly<Record<string, string>>, given: Readonly<Record<string, string>> = {}): unknown =>
  passedOn(holding(variables), new Map(Object.entries(given).map(([name, value]) => [name, [value]]))).get("x");

test("another shell may not see what was not exported, and sees what it is given", () => {
  expect(seen({ x: "a" })).toEqual({ kind: "scalar", values: ["a", ""] });
  expect(seen({ x: "a", [`${ATTRIBUTE}x`]: "x" })).toEqual({ kind: "scalar", values: ["a"] });
  expect(seen({ x: "a", [ALL_EXPORTED]: "x" })).toEqual({ kind: "scalar", values: ["a"] });
  expect(seen({ x: "a" }, { x: "b" })).toEqual({ kind: "scalar", values: ["b"] });
});
