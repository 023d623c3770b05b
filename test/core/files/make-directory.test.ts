import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOwn, isOwn, makeDirectory } from "../../../src/core/files/make-directory.ts";
import { isRoot, PLAIN_USER } from "../../support/plain-user.ts";
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

test("a directory is this user's own, whatever its mode, and so is one that is not there yet", () => {
  const dir = tempDir();
  chmodSync(dir, 0o777);
  expect([isOwn(dir), isOwn(join(dir, "none")), isOwn("/proc/none/a")]).toEqual([true, true, true]);
});

test("what root has counts as own: root can change everything", () => {
  expect([isOwn("/usr"), isOwn("/tmp")]).toEqual([true, true]);
});

test.skipIf(!isRoot)("another user's directory is told to root too", () => {
  const dir = tempDir();
  chownSync(dir, PLAIN_USER, PLAIN_USER);
  expect(isOwn(dir)).toBe(false);
  expect(() => checkOwn(dir)).toThrow(`${dir} belongs to another user`);
});
