import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { armedPlaces } from "../../../../../src/core/sandbox/guard/git/git-run-points.ts";
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
