import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TrackedFile } from "../../../../src/core/files/tracked-file.ts";
import { letGo, whereaboutsOf } from "../../../../src/core/sandbox/guard/followed-seal.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const paths = new Map([
  ["7", "/w/moved/.git"],
  ["8", `/w/${"deep/".repeat(1000)}.git`],
]);

test("a mount tells where its file is, and that it is gone", () => {
  expect(["7", "8", "9"].map((mount) => whereaboutsOf({ mount }, () => paths))).toEqual([
    { path: "/w/moved/.git" },
    "beyond",
    "deleted",
  ]);
});

test("so does a descriptor, and nobody asks for mounts then", () => {
  const place = tempDir();
  mkdirSync(join(place, "a"));
  const followed = TrackedFile.at(join(place, "a"));
  const where = () =>
    whereaboutsOf(followed, () => {
      throw new Error("asked for mounts");
    });
  renameSync(join(place, "a"), join(place, "b"));
  expect(where()).toEqual({ path: join(place, "b") });
  rmdirSync(join(place, "b"));
  expect(where()).toBe("deleted");
  letGo(followed);
});

test("what is not followed yet is nowhere", () => {
  expect(whereaboutsOf(undefined, () => paths)).toBe("deleted");
  letGo(undefined);
  letGo({ mount: "7" });
});
