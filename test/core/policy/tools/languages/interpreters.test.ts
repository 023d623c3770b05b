import { expect, test } from "vitest";
import { executes, reads, runs } from "../../../../../src/core/policy/tools/effect.ts";
import { interpreter } from "../../../../../src/core/policy/tools/languages/interpreters.ts";
import { callOf } from "../../../../support/tool-call.ts";

const python = interpreter({ language: "python", code: "-c", options: "-W: -m:" });
const code = (text: string): unknown => ({ kind: "code", text, language: "python" });

test("the program stands behind an option, and words behind it are read", () => {
  expect(python(callOf("py -W x -c print(1) a.txt"))).toEqual([code("print(1)"), reads("a.txt")]);
});

test("the program stands in a file, and words behind it are its own", () => {
  expect(python(callOf("py -W x a.py -c b"))).toEqual([executes("a.py", ["-c", "b"], "python")]);
});

test.each(["py", "py -", "py /dev/stdin"])("%s takes the program that comes in", (line) => {
  expect(python(callOf(line, "print(1)"))).toEqual([code("print(1)")]);
  expect(python(callOf(line))).toEqual([]);
});

test("a module of python is a program of its own, one of another language is not", () => {
  expect(python(callOf("py -m pip install x"))).toEqual([runs(["pip", "install", "x"])]);
  expect(interpreter({ language: "ruby", code: "-e", options: "-m:" })(callOf("ruby -m pip a.rb"))).toEqual([
    executes("a.rb", [], "ruby"),
  ]);
});

test("asked about itself it runs nothing", () => {
  expect(python(callOf("py --version", "print(1)"))).toEqual([]);
});
