import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScratch, removeTree, sweepScratch } from "../../../src/core/sandbox/scratch.ts";
import { tempDir } from "../../support/temp-dir.ts";

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
  mkdirSync(join(parent, "somebody-else"));
  expect(sweepScratch(parent)).toBe(2);
  expect(readdirSync(parent).sort()).toEqual([alive.root.slice(parent.length + 1), "somebody-else"].sort());
  expect(existsSync(alive.home)).toBe(true);
});

test("what cannot be removed at once is opened up first, and what cannot be removed at all is left", () => {
  const parent = tempDir();
  mkdirSync(join(parent, "a", "b"), { recursive: true });
  chmodSync(join(parent, "a", "b"), 0o000);
  chmodSync(join(parent, "a"), 0o000);
  const tries: string[] = [];
  const refuse = (path: string): void => {
    tries.push(path);
    throw new Error("not permitted");
  };
  removeTree(join(parent, "a"), refuse);
  expect(tries).toHaveLength(2);
  expect(statSync(join(parent, "a", "b")).mode & 0o777).toBe(0o700);
  removeTree(join(parent, "missing"), refuse);
});
