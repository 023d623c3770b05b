import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesIn } from "../../../src/core/files/list-directory.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the names in a directory, also through a link", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "real"));
  writeFileSync(join(dir, "real", ".hidden"), "");
  writeFileSync(join(dir, "real", "file"), "");
  symlinkSync("real", join(dir, "link"));
  expect([namesIn(join(dir, "real")).sort(), namesIn(join(dir, "link")).sort()]).toEqual([
    [".hidden", "file"],
    [".hidden", "file"],
  ]);
});

test("what is no directory has no names", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "file"), "");
  expect([namesIn(join(dir, "file")), namesIn(join(dir, "none"))]).toEqual([[], []]);
});
