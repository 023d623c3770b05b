import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waysTo } from "../../../../src/core/sandbox/view/mount-parents.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("each directory on the way to a mount is made and told, outer ones first, once", () => {
  const onDisk = tempDir();
  const base = { inside: "/home/me", onDisk };
  expect(waysTo(["/home/me/a/b/mount", "/home/me/a/other"], base)).toEqual([
    { inside: "/home/me/a", onDisk: join(onDisk, "a") },
    { inside: "/home/me/a/b", onDisk: join(onDisk, "a", "b") },
  ]);
  expect(statSync(join(onDisk, "a", "b")).isDirectory()).toBe(true);
});

test("a way that is there is told as well", () => {
  const onDisk = tempDir();
  mkdirSync(join(onDisk, "a"));
  expect(waysTo(["/tmp/a/mount"], { inside: "/tmp", onDisk })).toEqual([
    { inside: "/tmp/a", onDisk: join(onDisk, "a") },
  ]);
});

test("no way leads to what lies elsewhere, directly in it, or is the directory itself", () => {
  expect(waysTo(["/usr/x/y", "/tmp/mount", "/tmp", "/tmpfile/x"], { inside: "/tmp", onDisk: tempDir() })).toEqual([]);
});

test("a link in the place of a way is a fault", () => {
  const onDisk = tempDir();
  symlinkSync("/etc", join(onDisk, "a"));
  expect(() => waysTo(["/tmp/a/mount"], { inside: "/tmp", onDisk })).toThrow(/\/tmp\/a was replaced by a command/);
});
