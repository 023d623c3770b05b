import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { commonGitDirectoryOf } from "../../../../src/core/files/git-pointer.ts";
import { scanWorkspace, type WorkspaceScan } from "../../../../src/core/sandbox/guard/workspace-scan.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function treeOf(files: readonly string[]): string {
  const root = tempDir();
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    if (file.endsWith("/")) mkdirSync(join(root, file), { recursive: true });
    else writeFileSync(join(root, file), "");
  }
  return root;
}

const named = (root: string, scan: WorkspaceScan) =>
  Object.fromEntries(
    Object.entries(scan).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((path: string) => relative(root, path)).sort() : value,
    ]),
  );

test("secrets, guarded names and repositories are found at every depth", () => {
  const root = treeOf([
    ".git/hooks/x.sample",
    ".git/config",
    ".git/HEAD",
    ".env",
    ".env.example",
    "a/.env.local",
    "a/b/.vscode/s.json",
    "a/b/lib/.git/config",
    "a/.netrc",
    ".mcp.json",
    "src/env.ts",
  ]);
  expect(named(root, scanWorkspace(root))).toEqual({
    gitDirectories: [".git", "a/b/lib/.git"],
    between: [],
    gitPointers: [".git", "a/b/lib/.git"],
    guarded: [".git/config", ".git/hooks", ".mcp.json", "a/b/.vscode", "a/b/lib/.git/config"],
    secret: [".env", "a/.env.local", "a/.netrc"],
    links: [],
    complete: true,
  });
});

test("links are listed and not followed", () => {
  const root = treeOf(["real/.env", "dot/"]);
  symlinkSync("real", join(root, "linked"));
  symlinkSync("dot", join(root, ".claude"));
  symlinkSync("real/.env", join(root, ".env"));
  symlinkSync("elsewhere", join(root, ".git"));
  expect(named(root, scanWorkspace(root))).toMatchObject({
    links: [".claude", ".git"],
    secret: ["real/.env"],
    guarded: [],
  });
});

test("hooks that are a link are named as one", () => {
  const root = treeOf([".git/config", "mine/"]);
  symlinkSync("../mine", join(root, ".git", "hooks"));
  expect(named(root, scanWorkspace(root))).toMatchObject({ links: [".git/hooks"], guarded: [".git/config"] });
});

test("a .git file and the repositories of submodules and worktrees are guarded, with all above them", () => {
  const root = treeOf([
    ".git/config",
    ".git/modules/one/HEAD",
    ".git/modules/one/config",
    ".git/modules/deep/two/HEAD",
    ".git/modules/deep/two/hooks/",
    ".git/worktrees/three/commondir",
    "one/.git",
  ]);
  expect(named(root, scanWorkspace(root))).toMatchObject({
    gitDirectories: [".git", ".git/modules/deep/two", ".git/modules/one", ".git/worktrees/three"],
    between: [".git/modules", ".git/modules/deep", ".git/worktrees"],
    guarded: [
      ".git/config",
      ".git/modules/deep/two/hooks",
      ".git/modules/one/config",
      ".git/worktrees/three/commondir",
      "one/.git",
    ],
  });
});

test("others' code is not walked through", () => {
  const root = treeOf(["node_modules/x/.env", ".venv/.env", "target/.git/config"]);
  expect(named(root, scanWorkspace(root))).toMatchObject({ secret: [], gitDirectories: [], complete: true });
});

test("a tree that is too wide or too deep is said to be incomplete", () => {
  const wide = treeOf(Array.from({ length: 20 }, (_, index) => `d${index}/x`));
  expect(scanWorkspace(wide, 10).complete).toBe(false);
  expect(scanWorkspace(wide, 100).complete).toBe(true);
  expect(scanWorkspace(treeOf([`${"d/".repeat(20)}x`])).complete).toBe(false);
  expect(scanWorkspace(join(wide, "missing"))).toMatchObject({ complete: true, secret: [] });
});

test.each([
  ["the workspace itself", "ws/proj", "."],
  ["a directory in it", "ws/proj", "made-up"],
  ["a directory called worktrees in it", "ws", "worktrees/made-up"],
])("a repository that the workspace makes up in %s leads nowhere", (_, where, at) => {
  const root = treeOf([`${where}/${at}/HEAD`]);
  const workspace = join(root, where);
  writeFileSync(join(workspace, ".git"), `gitdir: ${at}\n`);
  writeFileSync(join(workspace, at, "gitdir"), `${join(workspace, ".git")}\n`);
  writeFileSync(join(workspace, at, "commondir"), "../..\n");
  expect(commonGitDirectoryOf(workspace)).toBeUndefined();
});

test("a worktree's repository counts only when it names the worktree itself", () => {
  const root = treeOf([
    "ws/x",
    "repo/.git/HEAD",
    "repo/.git/objects/",
    "repo/.git/refs/",
    "repo/.git/worktrees/ws/HEAD",
  ]);
  const git = join(root, "repo", ".git", "worktrees", "ws");
  writeFileSync(join(root, "ws", ".git"), `gitdir: ${git}\n`);
  expect(commonGitDirectoryOf(join(root, "ws"))).toBeUndefined();
  writeFileSync(join(git, "gitdir"), `${join(root, "ws", ".git")}\n`);
  writeFileSync(join(git, "commondir"), "../..\n");
  expect(commonGitDirectoryOf(join(root, "ws"))).toBe(join(root, "repo", ".git"));
  writeFileSync(join(git, "commondir"), "../../..\n");
  expect(commonGitDirectoryOf(join(root, "ws"))).toBeUndefined();
  writeFileSync(join(git, "gitdir"), `${join(root, "other", ".git")}\n`);
  expect(commonGitDirectoryOf(join(root, "ws"))).toBeUndefined();
  mkdirSync(join(root, "other"));
  expect(commonGitDirectoryOf(join(root, "ws"))).toBeUndefined();
});

test("a directory whose name is not text is one that was not looked into", () => {
  const root = treeOf(["a/x"]);
  expect(scanWorkspace(root).complete).toBe(true);
  mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]));
  expect(scanWorkspace(root).complete).toBe(false);
});
