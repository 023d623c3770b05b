import { expect, test } from "vitest";
import { acts, executes, runs, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { behindModule, pythonModule } from "../../../../../src/core/policy/tools/languages/python-modules.ts";
import { ANY } from "../../../../../src/core/policy/values/abstract-text.ts";

test("what stands behind the module is the module's", () => {
  expect(behindModule(["-W", "x", "-m", "pip", "install"])).toEqual(["install"]);
  expect(behindModule(["-mpip", "install"])).toEqual(["install"]);
});

test.each([
  ["pip", ["install", "x"], [runs(["pip", "install", "x"])]],
  ["pip3", ["list"], [runs(["pip", "list"])]],
  ["http.server", ["--bind", "0.0.0.0"], [acts("listen")]],
  ["http.server", ["-d", "/home/dev"], [acts("leak")]],
  ["http.server", ["8000"], []],
  ["venv", ["--clear", ".venv"], [{ kind: "creates", path: ".venv" }]],
  ["timeit", ["f()"], [{ kind: "code", text: "f()", language: "python" }]],
  ["zipfile", ["-e", "a.zip", "out"], [writes("out")]],
  ["zipfile", ["-l", "a.zip"], []],
  ["cProfile", ["-s", "time", "a.py"], [executes("a.py", [], "python")]],
  ["mymodule", ["x"], [runs(["mymodule", "x"])]],
  ["my.module", ["x"], []],
  [ANY, ["x"], []],
])("python -m %s %j", (module, args, effects) => {
  expect(pythonModule(module, args)).toEqual(effects);
});
