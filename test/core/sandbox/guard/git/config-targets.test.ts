import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { GIT_RUNS } from "../../../../../src/core/knowledge/git-settings-that-run.ts";
import { configTargets } from "../../../../../src/core/sandbox/guard/git/config-targets.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

async function targetsOf(config: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const workspace = tempDir();
  for (const [path, text] of Object.entries({ ".git/config": config, ...files })) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return (await configTargets(join(workspace, ".git/config"), workspace))
    .map((path) => relative(workspace, path))
    .sort();
}

test.each([
  ["hooks", "[core]\n\thooksPath = .githooks", [".githooks"]],
  ["attributes", "[core] attributesFile = conf/attributes", ["conf/attributes"]],
  ["a condition", '[includeIf "gitdir:/"]\n\tpath = ../extra', ["extra"]],
  ["a driver's script", '[filter "x"]\n\tclean = python3 tools/clean.py %f', ["tools/clean.py"]],
  ["a program in quotes", "[core]\n\tfsmonitor = \"'tools/clean.py' --now\"", ["tools/clean.py"]],
  ["nothing of a home", "[core]\n\thooksPath = ~/hooks\n[include]\n\tpath = /etc/gitconfig", []],
  ["nothing outside", "[core]\n\thooksPath = ../hooks", []],
  ["no alias, which the user runs by name", "[alias]\n\tx = !tools/clean.py", []],
  ["nothing that git cannot read", "[core\nhooksPath =", []],
])("%s", async (_, config, targets) => {
  expect(await targetsOf(`${config}\n`, { "tools/clean.py": "" })).toEqual(targets);
});

const BY_NAME = /^(?:alias|guitool|difftool|mergetool|man|browser|web|instaweb)\./;

test.each(GIT_RUNS.filter((key) => !BY_NAME.test(key)))("the program of %s", async (key) => {
  const [section = "", last = ""] = key.split(".");
  const lines = `[${section} "x"]\n\t${last === "*" ? "any" : last} = ./tools/clean.py\n`;
  expect(await targetsOf(lines, { "tools/clean.py": "" })).toEqual(["tools/clean.py"]);
});

test("an included configuration is followed, in a circle too", async () => {
  const include = "[include]\n\tpath = ../a\n";
  const files = { a: "[include]\n\tpath = b\n", b: "[core]\n\thooksPath = h\n[include]\n\tpath = a\n" };
  expect(await targetsOf(include, files)).toEqual(["a", "b", "h"]);
});
