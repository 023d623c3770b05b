import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createScratch } from "../../../../src/core/sandbox/view/private-directories.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a scratch is private and goes when it is removed, whatever was done to it", () => {
  const parent = tempDir();
  const scratch = createScratch(parent);
  expect(statSync(scratch.root).mode & 0o777).toBe(0o700);
  expect(statSync(scratch.unreadableFile).mode & 0o777).toBe(0);
  mkdirSync(join(scratch.tmp, "a", "b"), { recursive: true });
  chmodSync(join(scratch.tmp, "a"), 0o000);
  scratch.remove();
  scratch.remove();
  expect(readdirSync(parent)).toEqual([]);
});

test("what a host that is gone left is swept, what lives is not", () => {
  const parent = tempDir();
  const alive = createScratch(parent);
  const gone = spawnSync("/usr/bin/true").pid;
  mkdirSync(join(parent, `nacre-box-${gone}-123-abcdef`, "tmp"), { recursive: true });
  mkdirSync(join(parent, `nacre-box-${process.pid}-1-recycled`));
  const unknown = `nacre-box-${process.pid}-0-unknown`; // of a host that could not see its own start time
  for (const name of [unknown, `nacre-box-${gone}-0-unknown`, "somebody-else"]) mkdirSync(join(parent, name));
  const other = createScratch(parent);
  expect(readdirSync(parent).sort()).toEqual(
    [basename(alive.root), basename(other.root), unknown, "somebody-else"].sort(),
  );
  expect(existsSync(alive.home)).toBe(true);
});

test("a tree with such a name that is a link, or somebody else's, is left alone", () => {
  const [parent, other] = [tempDir(), tempDir()];
  mkdirSync(join(other, "kept"));
  symlinkSync(other, join(parent, "nacre-box-1-123-link"));
  mkdirSync(join(parent, "nacre-box-1-123-theirs"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(join(parent, "nacre-box-1-123-theirs"), 65534, 65534);
  createScratch(parent).remove();
  expect([readdirSync(parent).length, readdirSync(other)]).toEqual([isRoot ? 2 : 1, ["kept"]]);
});
