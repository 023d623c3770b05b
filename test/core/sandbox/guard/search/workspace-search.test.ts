import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../../src/core/base/slices.ts";
import type { WorkspaceFinds } from "../../../../../src/core/sandbox/guard/search/workspace-scan.ts";
import { WorkspaceSearch } from "../../../../../src/core/sandbox/guard/search/workspace-search.ts";
import { tempDir } from "../../../../support/temp-dir.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

function treeOf(files: readonly string[]): string {
  const root = tempDir();
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    if (file.endsWith("/")) mkdirSync(join(root, file), { recursive: true });
    else writeFileSync(join(root, file), "");
  }
  return root;
}

function searched(root: string): WorkspaceSearch {
  const search = new WorkspaceSearch(root);
  doAtOnce(search.sweep({ onFound: () => undefined }));
  return search;
}

const found = (root: string): WorkspaceFinds => searched(root).finds();

const named = (root: string, scan: WorkspaceFinds) =>
  Object.fromEntries(
    Object.entries(scan).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((path: string) => relative(root, path)).sort() : value,
    ]),
  );

test("a directory with any number of names is read in steps, so that others have their turn", () => {
  const root = treeOf(Array.from({ length: 2100 }, (_, at) => `file${at}`));
  const search = new WorkspaceSearch(root);
  let steps = 0;
  for (const sweep = search.sweep({ onFound: () => undefined }); sweep.next().done !== true; ) steps++;
  expect(steps).toBeGreaterThanOrEqual(1 + Math.floor(2100 / 500));
});

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
  expect(named(root, found(root))).toEqual({
    gitDirectories: [".git", "a/b/lib/.git"],
    between: [],
    gitPointers: [".git", "a/b/lib/.git"],
    guarded: [".git/config", ".git/hooks", ".mcp.json", "a/b/.vscode", "a/b/lib/.git/config"],
    secret: [".env", "a/.env.local", "a/.netrc"],
    links: [],
    enter: expect.anything(),
    hasUnnameable: false,
  });
});

test("links are listed and not followed", () => {
  const root = treeOf(["real/.env", "dot/"]);
  symlinkSync("real", join(root, "linked"));
  symlinkSync("dot", join(root, ".claude"));
  symlinkSync("real/.env", join(root, ".env"));
  symlinkSync("elsewhere", join(root, ".git"));
  expect(named(root, found(root))).toMatchObject({
    links: [".claude", ".env", ".git"],
    secret: ["real/.env"],
    guarded: [],
  });
});

test("hooks that are a link are named as one", () => {
  const root = treeOf([".git/config", "mine/"]);
  symlinkSync("../mine", join(root, ".git", "hooks"));
  expect(named(root, found(root))).toMatchObject({ links: [".git/hooks"], guarded: [".git/config"] });
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
  expect(named(root, found(root))).toMatchObject({
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
  expect(named(root, found(root))).toMatchObject({ secret: [], gitDirectories: [] });
});

test("no depth and no number of directories ends the search", () => {
  const wide = Array.from({ length: 12_000 }, (_, index) => `a/${index}/`);
  const root = treeOf([...wide, "z/repository/.git/HEAD", `${"d/".repeat(300)}.git/HEAD`]);
  expect(found(root).gitPointers).toHaveLength(2);
  expect(found(join(root, "missing"))).toMatchObject({ secret: [] });
});

test("a later sweep reads only what changed, and forgets what is gone", async () => {
  const root = treeOf(["a/b/.env", "c/x/", "d/.git/HEAD"]);
  const search = searched(root);
  const sweep = (): string[] => {
    const told: string[] = [];
    doAtOnce(search.sweep({ onFound: ({ secret, gitPointers }) => told.push(...secret, ...gitPointers) }));
    return told.map((path) => relative(root, path));
  };
  await waitUntil("times that no later change can have", () => sweep().length === 0);
  writeFileSync(join(root, "c/x/.env.local"), "");
  expect(sweep()).toEqual(["c/x/.env.local"]);
  renameSync(join(root, "a"), join(root, "c/a"));
  expect(sweep()).toContain("c/a/b/.env");
  rmSync(join(root, "d"), { recursive: true });
  expect(named(root, search.finds())).toMatchObject({ gitPointers: ["d/.git"] });
  sweep();
  expect(named(root, search.finds())).toMatchObject({ gitPointers: [], secret: ["c/a/b/.env", "c/x/.env.local"] });
});

test("a sweep of a few directories goes into what is new below them, and nowhere else", async () => {
  const root = treeOf(["a/x/", "b/"]);
  const search = searched(root);
  const sweep = (only: readonly string[]): string[] => {
    const told: string[] = [];
    doAtOnce(search.sweep({ onFound: ({ secret }) => told.push(...secret), only }));
    return told.map((path) => relative(root, path));
  };
  mkdirSync(join(root, "b/new/deep"), { recursive: true });
  writeFileSync(join(root, "b/new/deep/.env"), "");
  writeFileSync(join(root, "a/x/.env"), "");
  await waitUntil("it", () => sweep([join(root, "b")]).includes("b/new/deep/.env"));
  expect(named(root, search.finds())).toMatchObject({ secret: ["b/new/deep/.env"] });
});

test("a directory whose name is not text is one that was not looked into", () => {
  const root = treeOf(["a/x"]);
  expect(searched(root).hasUnnameable).toBe(false);
  mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff])]));
  expect(searched(root).hasUnnameable).toBe(true);
});
