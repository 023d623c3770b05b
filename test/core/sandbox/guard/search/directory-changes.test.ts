import { rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DirectoryChanges } from "../../../../../src/core/sandbox/guard/search/directory-changes.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

/** So long after the last change that no other can have its stamp. */
const later = (directory: string): number => statSync(directory).ctimeMs + 1000;

test("a directory has changed until it is looked at", () => {
  const [directory, changes] = [tempDir(), new DirectoryChanges()];
  expect(changes.since(directory)).toBe(true);
  changes.markSeen([directory], later(directory));
  expect(changes.since(directory)).toBe(false);
});

test("a look right after a change does not count: another may have the same stamp", () => {
  const [directory, changes] = [tempDir(), new DirectoryChanges()];
  changes.markSeen([directory], later(directory));
  changes.markSeen([directory], statSync(directory).ctimeMs + 50);
  expect(changes.since(directory)).toBe(true);
});

test("a change is taken once, and what is not there has none", () => {
  const [directory, changes] = [tempDir(), new DirectoryChanges()];
  expect(changes.takeAny([`${directory}/gone`])).toBe(false);
  expect(changes.takeAny([directory])).toBe(true);
});

test("one of several that changed is enough", () => {
  const [seen, other, changes] = [tempDir(), tempDir(), new DirectoryChanges()];
  changes.markSeen([seen], later(seen));
  expect([changes.sinceAny([seen]), changes.sinceAny([seen, other]), changes.sinceAny([])]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a directory that is gone has changed", () => {
  const [directory, changes] = [tempDir(), new DirectoryChanges()];
  changes.markSeen([directory], later(directory));
  rmSync(directory, { recursive: true });
  expect(changes.since(directory)).toBe(true);
});

test("a link to itself, or what nobody can reach, is no stamp and no fault", () => {
  const directory = tempDir();
  symlinkSync("loop", join(directory, "loop"));
  const changes = new DirectoryChanges();
  for (const path of ["loop", "loop/below", "x".repeat(300)].map((name) => join(directory, name))) {
    expect(changes.since(path)).toBe(true);
    expect(changes.takeAny([path])).toBe(false);
    changes.markSeen([path]);
  }
});
