import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unlikePaths } from "../../../src/core/files/compare-trees.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("what differs is named by its path: content, kind, link, or not there; what is more does not count", async () => {
  const [from, to] = [tempDir(), tempDir()];
  const long = "x".repeat(200_000);
  for (const root of [from, to]) {
    for (const path of ["same/inner", "other"]) mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, "same/inner/long"), long);
    writeFileSync(join(root, "other/content"), `${long}${root === from ? "a" : "b"}`);
    writeFileSync(join(root, "other/size"), root === from ? "" : "x");
    symlinkSync(root === from ? "a" : "b", join(root, "other/link"));
    symlinkSync("/nowhere", join(root, "same/dangling"));
  }
  mkdirSync(join(from, "whole/tree"), { recursive: true });
  writeFileSync(join(from, "kind"), "x");
  mkdirSync(join(to, "kind"));
  writeFileSync(join(from, "pipe"), "");
  execFileSync("mkfifo", [join(to, "pipe")]);
  writeFileSync(join(to, "more"), "");
  expect(await unlikePaths(from, to)).toEqual(["kind", "other/content", "other/link", "other/size", "pipe", "whole"]);
  expect(await unlikePaths(from, from)).toEqual([]);
});
