import { expect, test } from "vitest";
import { acts, executes, prints } from "../../../../../src/core/policy/tools/effect.ts";
import { shellProgram } from "../../../../../src/core/policy/tools/languages/shell-program.ts";
import { callOf } from "../../../../support/tool-call.ts";

const code = (text: string, ...positionals: readonly string[]): unknown => ({
  kind: "code",
  text,
  language: "shell",
  positionals,
});

test.each([
  ["bash -c ls", [code("ls", "bash")]],
  ["bash -euo pipefail -c ls x y", [code("ls", "x", "y")]],
  ["bash -lc ls", [code("ls", "bash")]],
  ["bash a.sh -c b", [executes("a.sh", ["-c", "b"], "shell")]],
  ["bash +c a.sh", [executes("a.sh", [], "shell")]],
  ["bash -- a.sh", [executes("a.sh", [], "shell")]],
  ["bash", [code("in", "bash")]],
  ["bash -s x", [code("in", "bash", "x")]],
  ["bash /dev/stdin", [{ kind: "code", text: "in", language: "shell" }]],
  ["bash -n a.sh", [prints("")]],
  ["bash --version", []],
])("%s", (line, effects) => {
  expect(shellProgram(callOf(line, "in"))).toEqual(effects);
});

test.each(["bash --rcfile x", "bash --init-file=x"])("%s runs a file first", (line) => {
  expect(shellProgram(callOf(line))).toEqual([executes("x"), acts("run-helper")]);
});
