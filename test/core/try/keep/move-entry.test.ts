import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bringEntry, moveEntry } from "../../../../src/core/try/keep/move-entry.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("an entry moves, also a directory that its owner may not write", () => {
  const top = tempDir();
  mkdirSync(join(top, "a/d"), { recursive: true });
  mkdirSync(join(top, "b"));
  chmodSync(join(top, "a/d"), 0o500);
  moveEntry(join(top, "a/d"), join(top, "b/d"));
  expect(statSync(join(top, "b/d")).mode & 0o777).toBe(0o500);
  expect(() => moveEntry(join(top, "a/d"), join(top, "b/x"))).toThrow("ENOENT");
});

test("from another disk an entry is copied, and appears whole", () => {
  const far = "/dev/shm";
  if (!existsSync(far)) return;
  const from = join(far, `nacre-move-${process.pid}`);
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  mkdirSync(from);
  writeFileSync(join(from, "f"), "x");
  const to = join(tempDir(), "here");
  bringEntry(from, to);
  expect(readFileSync(join(to, "f"), "utf8")).toBe("x");
});
