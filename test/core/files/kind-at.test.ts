import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kindIn, realKindAt } from "../../../src/core/files/kind-at.ts";
import { tempDir } from "../../support/temp-dir.ts";

function tree(): string {
  const base = tempDir();
  mkdirSync(join(base, "dir"));
  writeFileSync(join(base, "dir", "file"), "");
  symlinkSync("dir", join(base, "link"));
  symlinkSync("nowhere", join(base, "dangling"));
  return base;
}

test.each([
  ["", "directory"],
  ["dir", "directory"],
  ["dir/", "directory"],
  ["dir/file", "file"],
  ["dir/none", "missing"],
  ["none/file", "missing"],
  ["dir/file/below", "missing"],
  ["link", "link"],
  ["dangling", "link"],
  ["link/file", "link"],
])("at %j lies a %s", (steps, kind) => {
  expect(realKindAt(tree(), steps)).toBe(kind);
});

test("a device is special", () => {
  expect(realKindAt("/dev", "null")).toBe("special");
});

test("the trusted directory itself may be a link", () => {
  expect(realKindAt(join(tree(), "link"), "file")).toBe("file");
});

test("a whole path tells the same", () => {
  const base = tree();
  expect([kindIn(base, join(base, "dir/file")), kindIn(base, join(base, "link/file"))]).toEqual(["file", "link"]);
});
