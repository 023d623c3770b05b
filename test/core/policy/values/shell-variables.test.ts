import { expect, test } from "vitest";
import { ANY, CHILD, NAME, NUMBER, PARENT, SECRET } from "../../../../src/core/policy/values/abstract-text.ts";
import { ALIAS, isShellVariable, unsetValue } from "../../../../src/core/policy/values/shell-variables.ts";

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
