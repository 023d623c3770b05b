import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import {
  addGitFinds,
  addInnerEntry,
  addTreeEntry,
  type DirectoryFinds,
  noFinds,
  submodulePointers,
} from "../../../../../src/core/sandbox/guard/search/workspace-scan.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

function treeOf(...files: readonly string[]): string {
  const root = tempDir();
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}

function foundIn(root: string, add: typeof addTreeEntry): DirectoryFinds {
  const found = noFinds();
  for (const entry of readdirSync(root, { withFileTypes: true })) add(root, entry, found);
  return found;
}

test("a name of the tree is a repository, guarded, a secret, a way on, or nothing", () => {
  const root = treeOf(".git/HEAD", ".vscode/x", ".env", "src/x", "node_modules/x", "file");
  symlinkSync("src", join(root, ".claude"));
  const { enter, ...found } = foundIn(root, addTreeEntry);
  expect([...enter].map(([path, role]) => `${role} ${relative(root, path)}`).sort()).toEqual(["git .git", "tree src"]);
  expect(found).toMatchObject({
    gitPointers: [join(root, ".git")],
    guarded: [join(root, ".vscode")],
    secret: [join(root, ".env")],
    links: [join(root, ".claude")],
  });
});

test("a git directory holds what is guarded in it, and the ways to submodules and worktrees", () => {
  const root = treeOf("hooks/x", "config", "modules/x/HEAD", "objects/x");
  const { guarded, enter, ...found } = noFinds();
  addGitFinds(root, { ...found, guarded, enter });
  expect(guarded).toEqual([join(root, "hooks"), join(root, "config")]);
  expect([...enter]).toEqual([[join(root, "modules"), "inner"]]);
});

test("among submodules a directory is a git directory, or leads to one", () => {
  const root = treeOf("one/HEAD", "deep/two/HEAD", "file");
  expect(new Map(foundIn(root, addInnerEntry).enter)).toEqual(
    new Map([
      [join(root, "one"), "git"],
      [join(root, "deep"), "inner"],
    ]),
  );
});

test("a submodule's .git file lies where its name says", () => {
  const root = treeOf(".git/modules/vendor/lib/HEAD", "vendor/lib/.git");
  expect(submodulePointers(join(root, ".git/modules/vendor/lib"))).toEqual([join(root, "vendor/lib/.git")]);
  expect(submodulePointers(join(root, ".git"))).toEqual([]);
});
