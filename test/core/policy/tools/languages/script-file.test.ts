import { expect, test } from "vitest";
import { acts, executes, runs } from "../../../../../src/core/policy/tools/effect.ts";
import { scriptFile } from "../../../../../src/core/policy/tools/languages/script-file.ts";
import { ANY } from "../../../../../src/core/policy/values/abstract-text.ts";

test("a script is executed in its language", () => {
  expect(scriptFile("lib/a.py", ["b"], "python")).toEqual([executes("lib/a.py", ["b"], "python")]);
});

test("the script of a framework is a program, and a file that may have been written here", () => {
  expect(scriptFile("app/manage.py", ["migrate"], "python")).toEqual([
    runs(["manage.py", "migrate"]),
    executes("app/manage.py", ["migrate"], "python"),
  ]);
});

test("a name of which the end is not known is unknown code", () => {
  expect(scriptFile(ANY, [], "python")).toEqual([acts("run-unknown-code")]);
  expect(scriptFile(`${ANY}/a.py`, [], "python")).toEqual([executes(`${ANY}/a.py`, [], "python")]);
});
