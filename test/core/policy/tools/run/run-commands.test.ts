import { expect, test } from "vitest";
import { acts, runs, shell } from "../../../../../src/core/policy/tools/effect.ts";
import {
  behindExec,
  codeOr,
  hyperfine,
  setarch,
  watch,
} from "../../../../../src/core/policy/tools/run/run-commands.ts";
import { callOf } from "../../../../support/tool-call.ts";

test("a command stands behind an option as text, or behind some words", () => {
  const program = codeOr({ takes: "-c: --command: -u:", words: 1 });
  expect(program(callOf(["x", "-u", "a", "file", "-c", "ls -l"]))).toEqual([shell("ls -l")]);
  expect(program(callOf("x -u a file ls -l"))).toEqual([runs(["ls", "-l"])]);
  expect(program(callOf("x file"))).toEqual([]);
});

test("no word is a command where all words are the tool's own", () => {
  expect(codeOr({ takes: "-c:", words: "all" })(callOf("x a b"))).toEqual([]);
});

test.each([
  ["watch -n 1 ls -l", [shell("ls -l")]],
  ["watch -x ls -l", [runs(["ls", "-l"])]],
  ["watch", []],
])("%s", (line, effects) => {
  expect(watch(callOf(line))).toEqual(effects);
});

test.each([
  ["setarch x86_64 -R ls", [runs(["-R", "ls"])]],
  ["setarch -R ls", [runs(["ls"])]],
  ["setarch i686", []],
])("%s", (line, effects) => {
  expect(setarch(callOf(line))).toEqual(effects);
});

test("every operand of hyperfine is a command, and so is what prepares it", () => {
  expect(hyperfine(callOf(["hyperfine", "-w", "3", "--prepare", "make", "ls -l", "pwd"]))).toEqual([
    shell("make"),
    shell("ls -l"),
    shell("pwd"),
  ]);
});

test.each([
  ["start-stop-daemon --start --exec ./x -- -v", [acts("persist"), runs(["./x", "-v"])]],
  ["daemonize -v ./x -y", [acts("persist"), runs(["./x", "-y"])]],
  ["daemonize -v", []],
])("%s", (line, effects) => {
  expect(behindExec(callOf(line))).toEqual(effects);
});
