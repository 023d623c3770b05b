import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { untrustedNamesIn } from "../../../src/core/files/list-untrusted.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the names in a directory", () => {
  const dir = tempDir();
  for (const name of [".hidden", "file"]) writeFileSync(join(dir, name), "");
  expect([...untrustedNamesIn(dir)].sort()).toEqual([".hidden", "file"]);
});

test("a link in place of a directory, a file and nothing at all have no names", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "real"));
  writeFileSync(join(dir, "real", "file"), "");
  symlinkSync("real", join(dir, "link"));
  expect(["link", "real/file", "none"].map((name) => untrustedNamesIn(join(dir, name)))).toEqual([[], [], []]);
});
