import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInside, realPath } from "../../../src/core/files/path-inside.ts";
import { tempDir } from "../../support/temp-dir.ts";

test.each([
  ["/a", "/a"],
  ["/a/b", "/a"],
  ["/a/..b", "/a"],
  ["/a/b/", "/a/"],
  ["/a", "/"],
  ["/a/./b", "/a"],
  ["//a/b", "/a"],
  ["/a/b", "/a/b/../"],
  ["/a/.git", "/a"],
  ["/a/...", "/a"],
])("%s is inside %s", (path, directory) => {
  expect(isInside(path, directory)).toBe(true);
});

test.each([
  ["/", "/a"],
  ["/ab", "/a"],
  ["/b/a", "/a"],
  ["/a/../b", "/a"],
  ["/a/..", "/a"],
  ["/a/b", "/a/b/c/."],
  ["/a.b", "/a"],
])("%s is not inside %s", (path, directory) => {
  expect(isInside(path, directory)).toBe(false);
});

test("a real path has no links; one that leads nowhere is as it was", () => {
  const dir = tempDir();
  symlinkSync(".", join(dir, "link"));
  expect(realPath(join(dir, "link"))).toBe(dir);
  expect(realPath(join(dir, "link", "none"))).toBe(join(dir, "link", "none"));
});
