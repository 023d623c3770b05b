import { expect, test } from "vitest";
import { executes } from "../../../../src/core/policy/tools/effect.ts";
import { givenScripts, loaded } from "../../../../src/core/policy/tools/loaded-code.ts";

test.each([
  [["--require", "/tmp/x"], "/tmp/x"],
  [["--plugin=/tmp/x.js"], "/tmp/x.js"],
  [["-r/tmp/x"], "/tmp/x"],
  [["-c", "/tmp/app.yaml"], "/tmp/app.yaml"],
  [["run", "/tmp/task"], "/tmp/task"],
])("%j loads %s", (args, path) => {
  expect(loaded(args)).toEqual([executes(path)]);
});

test.each([
  [["--require", "./x.js"]],
  [["--plugin-cache", "/tmp/x"]],
  [["-c", "/tmp/picture.png"]],
  [["--name", "/tmp/x.js"]],
])("%j loads nothing that another user may have put there", (args) => {
  expect(loaded(args)).toEqual([]);
});

test("a script in a temporary directory is run by the tool it is given to", () => {
  expect(givenScripts("tool", ["/tmp/x.py", "/tmp/Rakefile"])).toEqual([
    executes("/tmp/x.py"),
    executes("/tmp/Rakefile"),
  ]);
});

test("a script is not run by a tool that looks at source code, nor as the value of an option", () => {
  expect(givenScripts("eslint", ["/tmp/x.js"])).toEqual([]);
  expect(givenScripts("tool", ["--name", "/tmp/x.py", "src/x.py", "/tmp/x.txt"])).toEqual([]);
});
