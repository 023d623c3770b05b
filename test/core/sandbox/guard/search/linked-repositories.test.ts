import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { doAtOnce } from "../../../../../src/core/base/slices.ts";
import { LinkedRepositories } from "../../../../../src/core/sandbox/guard/search/linked-repositories.ts";
import { WorkspaceSearch } from "../../../../../src/core/sandbox/guard/search/workspace-search.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

function workspaceOf(script: string) {
  const workspace = tempDir();
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" };
  const run = (text: string): void =>
    void execFileSync("bash", ["-ec", text], { cwd: workspace, env, stdio: "ignore" });
  run(script);
  const search = new WorkspaceSearch(workspace);
  const linked = new LinkedRepositories(workspace, search);
  const found = (): readonly string[] => {
    doAtOnce(search.sweep({ onFound: () => undefined }));
    doAtOnce(linked.look(() => undefined));
    return search
      .finds()
      .gitDirectories.map((path) => relative(workspace, path))
      .sort();
  };
  return { workspace, run, found };
}

const LINK = (path: string): string =>
  `git update-index --add --cacheinfo 160000,4b825dc642cb6eb9a060e54bf8d69288fbee4904,${path}`;

test("a submodule in a tree that is skipped is found by the index, also when it comes later, and in another one", () => {
  const { workspace, run, found } = workspaceOf(`git init -q .; ${LINK("node_modules/one")}`);
  expect(found()).toEqual([".git"]);
  run("git init -q node_modules/one; git init -q node_modules/other");
  expect(found()).toEqual([".git", "node_modules/one/.git"]);
  run(`cd node_modules/one; ${LINK("vendor/two")}; git init -q vendor/two`);
  expect(found()).toEqual([".git", "node_modules/one/.git", "node_modules/one/vendor/two/.git"]);
  rmSync(join(workspace, "node_modules"), { recursive: true });
  expect(found()).toEqual([".git"]);
});

test("a git directory that a .git file names is one, and what else lies in it is searched", () => {
  const { workspace, found } = workspaceOf("git init -q --separate-git-dir store .");
  expect(found()).toEqual(["store"]);
  mkdirSync(join(workspace, "store", "deep"), { recursive: true });
  execFileSync("git", ["init", "-q", join(workspace, "store", "deep", "sub")]);
  expect(found()).toEqual(["store", "store/deep/sub/.git"]);
});

test("a submodule of a repository whose git directory lies elsewhere is found from its work tree", () => {
  const { found } = workspaceOf(
    `mkdir app; git init -q --separate-git-dir store app; cd app; ${LINK("vendor/x")}; git init -q vendor/x`,
  );
  expect(found()).toEqual(["app/vendor/x/.git", "store"]);
});

test("a look ends where .git files lead to a file, to themselves, in a ring, or to what goes away meanwhile", () => {
  const workspace = tempDir();
  const point = (from: string, to: string): void => {
    mkdirSync(join(workspace, from), { recursive: true });
    writeFileSync(join(workspace, from, ".git"), `gitdir: ${to}\n`);
  };
  writeFileSync(join(workspace, "README"), "text");
  mkdirSync(join(workspace, "brief"));
  point("file", "../README");
  point("self", ".git");
  for (const at of [0, 1, 2]) point(`ring${at}`, `../ring${(at + 1) % 3}/.git`);
  point("store", "../brief");
  const search = new WorkspaceSearch(workspace);
  doAtOnce(search.sweep({ onFound: () => undefined }));
  rmSync(join(workspace, "brief"), { recursive: true });
  let steps = 0;
  const look = new LinkedRepositories(workspace, search).look(() => undefined);
  while (look.next().done !== true) expect(++steps).toBeLessThan(1000);
});
