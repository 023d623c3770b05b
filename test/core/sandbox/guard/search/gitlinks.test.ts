import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitlinksIn } from "../../../../../src/core/sandbox/guard/search/gitlinks.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

/** A repository with three files, two submodules and what else is done to it; its index files, as bytes. */
function indexes(options: readonly string[], ...more: readonly (readonly string[])[]): readonly Buffer[] {
  const directory = tempDir();
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...args], { cwd: directory, env, encoding: "utf8" });
  git("init", "-q", ...options);
  const hash = git("hash-object", "-t", "tree", "/dev/null").trim();
  for (const name of ["a", "node_modules.txt", "z"]) writeFileSync(join(directory, name), name);
  git("add", ".");
  for (const path of ["node_modules/evil", `vendor/${"long".repeat(1100)}`])
    git("update-index", "--add", "--cacheinfo", `160000,${hash},${path}`);
  for (const args of more) git(...args);
  const gitDirectory = join(directory, ".git");
  return readdirSync(gitDirectory)
    .filter((name) => name === "index" || name.startsWith("sharedindex."))
    .map((name) => readFileSync(join(gitDirectory, name)));
}

const LINKS = ["node_modules/evil", `vendor/${"long".repeat(1100)}`];

test.each([
  ["version 2", [], []],
  ["version 3", [], [["update-index", "--skip-worktree", "a"]]],
  ["version 4", [], [["update-index", "--index-version", "4"]]],
  ["a split index", [], [["update-index", "--split-index"]]],
  ["longer hashes", ["--object-format=sha256"], []],
  ["longer hashes in version 4", ["--object-format=sha256"], [["update-index", "--index-version", "4"]]],
] as const)("the submodules of an index are found: %s", (_, options, more) => {
  const found = new Set(indexes(options, ...more).flatMap(gitlinksIn));
  expect([...found].filter((path) => LINKS.includes(path)).sort()).toEqual(LINKS);
});

test("what is no index, or breaks off, is no trouble", () => {
  const [index = Buffer.alloc(0)] = indexes([]);
  for (let length = 0; length < Math.min(index.length, 600); length++)
    expect(() => gitlinksIn(index.subarray(0, length))).not.toThrow();
  const random = Buffer.from(index);
  for (let at = 12; at < random.length; at += 7) random[at] = (at * 31) & 255;
  expect(() => gitlinksIn(random)).not.toThrow();
  expect(gitlinksIn(Buffer.from("no index at all"))).toEqual([]);
});
