import { statfsSync } from "node:fs";
import { expect, test } from "vitest";
import { spaceOf } from "../../../src/core/files/disk-space.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the space of a directory is its disk's, in bytes", async () => {
  const directory = tempDir();
  const { blocks, bsize } = statfsSync(directory);
  const { freeBytes, totalBytes } = await spaceOf(directory);
  expect(totalBytes).toBe(blocks * bsize);
  expect(freeBytes).toBeGreaterThan(0);
  expect(freeBytes).toBeLessThanOrEqual(totalBytes);
});

test("what is on no disk has no space", async () => {
  expect(await spaceOf("/proc")).toEqual({ freeBytes: 0, totalBytes: 0, freeFiles: 0, totalFiles: 0 });
});

test("a directory that is not there is the system's error", async () => {
  await expect(spaceOf("/no/such/directory")).rejects.toMatchObject({ code: "ENOENT" });
});
