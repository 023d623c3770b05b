import { expect, test } from "vitest";
import { prints, runs, shell } from "../../../../../src/core/policy/tools/effect.ts";
import { env } from "../../../../../src/core/policy/tools/run/env.ts";
import { ENVIRONMENT } from "../../../../../src/core/policy/values/abstract-text.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("env sets variables for the command behind them", () => {
  expect(env(callOf("env -u X A=b ls -l"))).toEqual([
    shell("A='b'"),
    { kind: "runs", argv: ["ls", "-l"], given: new Map([["A", ["b"]]]) },
  ]);
  expect(env(callOf("env -C d A=b ls"))).toEqual([shell("A='b'"), shell("cd -- 'd' && A='b' 'ls'")]);
});

test("without a command env shows the environment", () => {
  expect(env(callOf("env A=b"))).toEqual([prints(ENVIRONMENT)]);
  expect(env(callOf("env --help"))).toEqual([]);
});

test.each([[["env", "-S", "ls -l", "a b"]], [["env", "-iSls -l", "a b"]], [["env", "--split-string=ls -l", "a b"]]])(
  "%j cuts its text like a shell, and keeps other words whole",
  (words) => expect(env(callOf(words))).toEqual([shell("ls -l 'a b'")]),
);

test("an -S of the command is not env's", () => {
  expect(env(callOf("env ls -S"))).toEqual([shell(""), runs(["ls", "-S"])]);
});
