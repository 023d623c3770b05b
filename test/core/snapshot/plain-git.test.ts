import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsOf, plainGit, repositoryOf } from "../../../src/core/snapshot/plain-git.ts";
import { tempDir } from "../../support/temp-dir.ts";

function gitDirectory(path: string): void {
  mkdirSync(join(path, "objects"), { recursive: true });
  mkdirSync(join(path, "refs"));
  writeFileSync(join(path, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(path, "index"), "");
}

test("a workspace's own repository is found", () => {
  const workspace = tempDir();
  gitDirectory(join(workspace, ".git"));
  expect(repositoryOf(workspace)).toEqual({
    index: join(workspace, ".git", "index"),
    objects: join(workspace, ".git", "objects"),
  });
});

test("a workspace without a repository, or with half of one, has none", () => {
  const workspace = tempDir();
  expect(repositoryOf(workspace)).toBeUndefined();
  mkdirSync(join(workspace, ".git", "objects"), { recursive: true });
  expect(repositoryOf(workspace)).toBeUndefined();
});

test("a .git that leads to another's repository is none", () => {
  const elsewhere = join(tempDir(), "git");
  gitDirectory(elsewhere);
  const [pointing, linking, sharing] = [tempDir(), tempDir(), tempDir()];
  writeFileSync(join(pointing, ".git"), `gitdir: ${elsewhere}\n`);
  symlinkSync(elsewhere, join(linking, ".git"));
  gitDirectory(join(sharing, ".git"));
  writeFileSync(join(sharing, ".git", "commondir"), `${elsewhere}\n`);
  expect([pointing, linking, sharing].map(repositoryOf)).toEqual([undefined, undefined, undefined]);
});

test("git runs without the settings of the repository", async () => {
  const workspace = tempDir();
  const own = join(tempDir(), "own");
  mkdirSync(own);
  gitDirectory(join(workspace, ".git"));
  const canary = join(workspace, "ran");
  writeFileSync(join(workspace, ".git", "config"), `[alias]\n\tlook = !touch ${canary}\n`);
  const objects = join(workspace, ".git", "objects");
  const run = await plainGit({ index: join(own, "index"), objects, workTree: workspace, own }, ["look"]);
  expect([run?.exitCode, existsSync(canary)]).toEqual([1, false]);
});

test.each<[string, number | undefined, readonly string[] | undefined]>([
  ["a\0b/c\0nested/\0", 0, ["a", "b/c", "nested/"]],
  ["", 0, []],
  ["a\0", 1, undefined],
  ["a\0", undefined, undefined],
  ["a\0../b\0", 0, undefined],
  ["/etc/passwd\0", 0, undefined],
  ["a/./b\0", 0, undefined],
  ["a/.GIT/config\0", 0, undefined],
])("the paths in %j with exit code %s are %j", (stdout, exitCode, paths) => {
  expect(pathsOf({ exitCode, stdout, stderr: "" })).toEqual(paths);
});

test("without a git there are no paths", () => {
  expect(pathsOf(undefined)).toBeUndefined();
});
