import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { armedPlaces, obeyedIn } from "../../../../../src/core/sandbox/guard/git/git-run-points.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

test("hooks and settings that are there may run something, and nothing else", () => {
  const git = tempDir();
  mkdirSync(join(git, "hooks"));
  for (const name of ["config", "config.worktree", "HEAD"]) writeFileSync(join(git, name), "");
  expect(armedPlaces(git)).toEqual(["hooks", "config", "config.worktree"].map((name) => join(git, name)));
});

test("a link in their place is none of them, and neither is what is not there", () => {
  const git = tempDir();
  symlinkSync("/etc", join(git, "hooks"));
  writeFileSync(join(git, "config"), "");
  expect(armedPlaces(git)).toEqual([join(git, "config")]);
});

test("what git obeys is told by what the files say, and of a git directory that was moved nothing", () => {
  const git = join(tempDir(), "g");
  mkdirSync(git);
  const says = (name: string, text: string): string | undefined => {
    writeFileSync(join(git, name), text);
    return obeyedIn(git);
  };
  const different = [obeyedIn(git), says("config", "a"), says("commondir", "a"), says("config", "b")];
  expect([new Set(different).size, says("config", "b"), says("HEAD", "b")]).toEqual([4, different[3], different[3]]);
  renameSync(git, `${git}2`);
  symlinkSync(`${git}2`, git);
  expect(obeyedIn(git)).toBeUndefined();
});
