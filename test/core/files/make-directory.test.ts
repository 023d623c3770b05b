import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDirectory } from "../../../src/core/files/make-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("a directory is made with its parents, for its owner alone", () => {
  const dir = tempDir();
  makeDirectory(join(dir, "a", "b"));
  expect([modeOf(join(dir, "a")), modeOf(join(dir, "a", "b"))]).toEqual([0o700, 0o700]);
});

test("another mode is given when it is asked for", () => {
  const dir = tempDir();
  makeDirectory(join(dir, "a"), 0o500);
  expect(modeOf(join(dir, "a"))).toBe(0o500);
});

test("a directory that is there stays as it is", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "a"), { mode: 0o750 });
  writeFileSync(join(dir, "a", "file"), "");
  makeDirectory(join(dir, "a"));
  expect([modeOf(join(dir, "a")), statSync(join(dir, "a", "file")).isFile()]).toEqual([0o750, true]);
});

test.each(["/proc/none/a", "/dev/null/a"])("%s cannot be made, and that is told", (path) => {
  expect(() => makeDirectory(path)).toThrow(/ENOENT|ENOTDIR/);
});
