import { expect, test } from "vitest";
import { exitCodeOfSignal, isUsage } from "../../../src/apps/cli/io.ts";

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["no signal", 130],
  [undefined, 130],
])("an end by %s is exit code %i", (name, code) => {
  expect(exitCodeOfSignal(name)).toBe(code);
});

test("a mistake in what the user wrote is wrong usage, what the machine cannot do is not", () => {
  const codes = ["CONFIG_INVALID", "RULES_INVALID", "LIMIT_INVALID", "BASH_MISSING", undefined];
  expect(codes.map(isUsage)).toEqual([true, true, true, false, false]);
});
