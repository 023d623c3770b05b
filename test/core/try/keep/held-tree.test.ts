import { mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAt } from "../../../../src/core/try/byte-path.ts";
import { HeldTree, setRights } from "../../../../src/core/try/keep/held-tree.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("an entry is reached step by step, also when the tree has moved, and never through a link", () => {
  const top = tempDir();
  mkdirSync(join(top, "tree/d"), { recursive: true });
  writeFileSync(join(top, "tree/d/f"), "x");
  symlinkSync("d", join(top, "tree/link"));
  const tree = new HeldTree(join(top, "tree"));
  renameSync(join(top, "tree"), join(top, "moved"));
  expect(tree.at("d/f", lookAt)?.isFile()).toBe(true);
  expect(tree.at("", lookAt)?.isDirectory()).toBe(true);
  expect(tree.at("link/f", lookAt)).toBeUndefined();
  expect(tree.at("missing/f", lookAt)).toBeUndefined();
  expect(tree.at("d/missing", () => "reached")).toBe("reached");
  tree.at("d/f", (path) => setRights(path, 0o600));
  expect(statSync(join(top, "moved/d/f")).mode & 0o777).toBe(0o600);
  tree.close();
});
