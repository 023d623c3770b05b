import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TrackedFile } from "../../../src/core/files/tracked-file.ts";
import { tempDir } from "../../support/temp-dir.ts";

function track(path: string): TrackedFile {
  const tracked = TrackedFile.at(path);
  if (tracked === undefined) throw new Error(`nothing at ${path}`);
  onTestFinished(() => tracked.close());
  return tracked;
}

test("a file is told where it is, also after it or its directory was moved", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "a"));
  writeFileSync(join(dir, "a", "file"), "");
  const tracked = track(join(dir, "a", "file"));
  expect(tracked.whereabouts()).toEqual({ path: join(dir, "a", "file") });
  renameSync(join(dir, "a", "file"), join(dir, "a", "other"));
  renameSync(join(dir, "a"), join(dir, "b"));
  expect(tracked.whereabouts()).toEqual({ path: join(dir, "b", "other") });
});

test("a file that is deleted stays deleted when another takes its name", () => {
  const path = join(tempDir(), "file");
  writeFileSync(path, "");
  const tracked = track(path);
  rmSync(path);
  writeFileSync(path, "");
  expect(tracked.whereabouts()).toBe("deleted");
});

test("a link is tracked as itself", () => {
  const dir = tempDir();
  symlinkSync("nowhere", join(dir, "link"));
  expect(track(join(dir, "link")).whereabouts()).toEqual({ path: join(dir, "link") });
});

test("where nothing is, nothing is tracked", () => {
  expect(TrackedFile.at(join(tempDir(), "none"))).toBeUndefined();
});
