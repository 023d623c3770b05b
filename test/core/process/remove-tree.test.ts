import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeTree } from "../../../src/core/process/remove-tree.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a tree that is deeper than a path can say is removed", () => {
  const root = tempDir();
  const tree = join(root, "tree");
  mkdirSync(tree);
  execFileSync("bash", ["-c", 'name=$(printf "%0200d"); for _ in {1..50}; do mkdir $name; cd $name; done'], {
    cwd: tree,
  });
  expect(removeTree(tree)).toBe(true);
  expect(existsSync(tree)).toBe(false);
});

test("what a link in it or at its place leads to stays", () => {
  const root = tempDir();
  mkdirSync(join(root, "other"));
  writeFileSync(join(root, "other", "file"), "");
  mkdirSync(join(root, "tree"));
  for (const name of ["tree/link", "link"]) symlinkSync(join(root, "other"), join(root, name));
  expect([removeTree(join(root, "tree")), removeTree(join(root, "link"))]).toEqual([true, true]);
  expect(existsSync(join(root, "other", "file"))).toBe(true);
});

test("what is not there is gone, and what cannot be removed is no fault", () => {
  expect(removeTree(join(tempDir(), "missing"))).toBe(true);
  expect(removeTree("/proc/self")).toBe(false);
});

test("a path that leads through a file is gone, and no error", () => {
  const file = join(tempDir(), "file");
  writeFileSync(file, "");
  expect([removeTree(join(file, "below")), existsSync(file)]).toEqual([true, true]);
});
