import { expect, test } from "vitest";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../../src/core/knowledge/guarded-places.ts";
import { marksOf } from "../../../src/core/try/marks.ts";

const file = { type: "file", isNew: true } as const;

test("every name that the sandbox seals is marked, in the workspace and in a directory of it", () => {
  for (const name of SEALED_NAMES)
    expect({ name, marks: marksOf(`sub/${name}`, file) }).toEqual({ name, marks: ["guarded"] });
  for (const name of GUARDED_IN_GIT) expect(marksOf(`sub/.git/${name}`, file)).toEqual(["guarded"]);
});

test.each([
  ".git/modules/a/b/config",
  ".git/worktrees/w/config.worktree",
  ".git/hooks/pre-commit",
  ".git",
  ".vscode/tasks.json",
])("%s is guarded", (path) => {
  expect(marksOf(path, file)).toEqual(["guarded"]);
});

test.each([
  ".git/hooks/pre-commit.sample",
  ".git/refs/heads/config",
  ".git/objects/ab",
  "node_modules/x/.vscode/a",
  "src/config",
])("%s is not", (path) => {
  expect(marksOf(path, file)).toEqual([]);
});

test("a new directory does nothing by itself, one that goes or changes may", () => {
  expect(marksOf(".vscode", { type: "directory", isNew: true })).toEqual([]);
  expect(marksOf(".vscode", { type: "directory", isNew: false })).toEqual(["guarded"]);
});

test("files of secrets are marked", () => {
  expect(marksOf("app/.env", file)).toEqual(["secret"]);
  expect(marksOf("app/.env.example", file)).toEqual([]);
});
