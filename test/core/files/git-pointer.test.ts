import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  commonDirectoryNamedBy,
  commonGitDirectoryOf,
  gitDirectoryNamedBy,
} from "../../../src/core/files/git-pointer.ts";
import { tempDir } from "../../support/temp-dir.ts";

type Layout = {
  readonly repository?: string;
  readonly below?: string;
  readonly changed?: Readonly<Record<string, string>>;
};

/** A repository and a linked worktree of it, as git lays them out, unless it is said otherwise. */
function worktree({ repository = "repo/.git", below = "worktrees", changed = {} }: Layout = {}): {
  workspace: string;
  common: string;
} {
  const dir = tempDir();
  const [workspace, common] = [join(dir, "work"), join(dir, repository)];
  for (const path of [workspace, join(common, "objects"), join(common, "refs")]) mkdirSync(path, { recursive: true });
  const files = {
    "work/.git": `gitdir: ${common}/${below}/work\n`,
    [`${repository}/HEAD`]: "ref: refs/heads/main\n",
    [`${repository}/${below}/work/commondir`]: "../..\n",
    [`${repository}/${below}/work/gitdir`]: `${workspace}/.git\n`,
    ...changed,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return { workspace, common };
}

test("a .git file names a git directory, absolute or from where it lies", () => {
  const { workspace, common } = worktree({ changed: { "work/sub/.git": "gitdir: ../../repo/.git\n" } });
  expect(gitDirectoryNamedBy(join(workspace, ".git"))).toBe(join(common, "worktrees", "work"));
  expect(gitDirectoryNamedBy(join(workspace, "sub", ".git"))).toBe(common);
});

test.each([
  ["no pointer", "nonsense\n"],
  ["two lines", "gitdir: /\nmore\n"],
  ["a place that is not there", "gitdir: /no/such/directory\n"],
])("%s names no git directory", (_, text) => {
  const { workspace } = worktree({ changed: { "work/.git": text } });
  expect(gitDirectoryNamedBy(join(workspace, ".git"))).toBeUndefined();
});

test("a commondir names the git directory whose settings count", () => {
  const { common } = worktree();
  expect(commonDirectoryNamedBy(join(common, "worktrees", "work"))).toBe(common);
  expect(commonDirectoryNamedBy(common)).toBeUndefined();
});

test("a linked worktree has the repository behind it", () => {
  const { workspace, common } = worktree();
  expect(commonGitDirectoryOf(workspace)).toBe(common);
});

test.each<[string, Layout]>([
  ["names another workspace", { changed: { "repo/.git/worktrees/work/gitdir": "/elsewhere/.git\n" } }],
  ["names another common directory", { changed: { "repo/.git/worktrees/work/commondir": ".\n" } }],
  ["lies in the workspace itself", { repository: "work/made-up" }],
  ["does not lie among worktrees", { below: "other" }],
])("a git directory that %s is not believed", (_, layout) => {
  expect(commonGitDirectoryOf(worktree(layout).workspace)).toBeUndefined();
});

test("a repository that is none is not believed", () => {
  const { workspace, common } = worktree();
  expect(commonGitDirectoryOf(workspace)).toBe(common);
  rmSync(join(common, "HEAD"));
  expect(commonGitDirectoryOf(workspace)).toBeUndefined();
});

function treeOf(files: readonly string[]): string {
  const root = tempDir();
  for (const file of files) {
    mkdirSync(join(root, file.endsWith("/") ? file : dirname(file)), { recursive: true });
    if (!file.endsWith("/")) writeFileSync(join(root, file), "");
  }
  return root;
}

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
