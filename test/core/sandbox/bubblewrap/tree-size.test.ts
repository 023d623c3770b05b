import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { treeSize } from "../../../../src/core/sandbox/bubblewrap/tree-size.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const MUCH = { bytes: 2 ** 40, files: 1e9 };

test("it counts what files occupy, and every entry; links lead nowhere", async () => {
  const [root, elsewhere] = [tempDir(), tempDir()];
  mkdirSync(join(root, "a", "b"), { recursive: true });
  for (let count = 0; count < 50; count++) writeFileSync(join(root, "a", "b", `${count}`), "x".repeat(10_000));
  writeFileSync(join(elsewhere, "large"), "x".repeat(5_000_000));
  symlinkSync(elsewhere, join(root, "link"));
  const { bytes, files } = await treeSize(root, MUCH);
  expect(files).toBe(53);
  expect(bytes).toBeGreaterThanOrEqual(500_000);
  expect(bytes).toBeLessThan(5_000_000);
  linkSync(join(root, "a", "b", "0"), join(root, "again"));
  expect((await treeSize(root, MUCH)).files).toBe(54);
});

test("it stops where it is enough, and a tree that is not there is empty", async () => {
  const root = tempDir();
  for (let count = 0; count < 100; count++) writeFileSync(join(root, `${count}`), "");
  expect((await treeSize(root, { bytes: 2 ** 40, files: 10 })).files).toBe(11);
  expect(await treeSize(join(root, "missing"), MUCH)).toEqual({ bytes: 0, files: 0 });
});
