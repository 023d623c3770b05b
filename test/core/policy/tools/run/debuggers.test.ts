import { expect, test } from "vitest";
import { acts, shell } from "../../../../../src/core/policy/tools/effect.ts";
import { debuggerCalls } from "../../../../../src/core/policy/tools/run/debuggers.ts";
import { callOf } from "../../../../support/tool-call.ts";

test.each([
  ["shell ls", [shell("ls")]],
  ["!ls", [shell("ls")]],
  ["python print(1)", [{ kind: "code", text: "print(1)", language: "python" }]],
  ["attach 4321", [acts("read-secret")]],
  ["call f()", [acts("run-unknown-code")]],
  ["break main", []],
])("gdb -ex %j", (command, effects) => {
  expect(debuggerCalls(callOf(["gdb", "-ex", command, "./app"]))).toEqual(effects);
});

test("a command may be glued to its option", () => {
  expect(debuggerCalls(callOf(["gdb", "--eval-command=shell ls"]))).toEqual([shell("ls")]);
});

test("a process of another program is traced", () => {
  expect(debuggerCalls(callOf("gdb -p 4321"))).toEqual([acts("trace-process")]);
  expect(debuggerCalls(callOf("gdb ./app"))).toEqual([]);
});
