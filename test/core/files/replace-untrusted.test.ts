import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceUntrusted } from "../../../src/core/files/replace-untrusted.ts";
import { tempDir } from "../../support/temp-dir.ts";

const NEW = Buffer.from("new");

function place() {
  const directory = tempDir();
  const path = join(directory, "config");
  writeFileSync(path, "old", { mode: 0o640 });
  return { directory, path, was: lstatSync(path) };
}

test("replaces what was read, with its mode, and leaves nothing beside it", () => {
  const { directory, path, was } = place();
  expect(replaceUntrusted(path, NEW, was)).toBe(true);
  expect([readFileSync(path, "utf8"), lstatSync(path).mode & 0o777, readdirSync(directory)]).toEqual([
    "new",
    0o640,
    ["config"],
  ]);
});

test.each([
  ["another file", (path: string) => writeFileSync(`${path}.x`, "later"), "later"],
  ["a link", (path: string) => symlinkSync(join(tempDir(), "none"), `${path}.x`), undefined],
])("leaves %s that came meanwhile", (_, make, text) => {
  const { path, was } = place();
  make(path);
  renameSync(`${path}.x`, path);
  expect(replaceUntrusted(path, NEW, was)).toBe(false);
  if (text === undefined) expect(lstatSync(path).isSymbolicLink()).toBe(true);
  else expect(readFileSync(path, "utf8")).toBe(text);
});

test("makes what was missing, unless something came meanwhile", () => {
  const { directory, path } = place();
  expect(replaceUntrusted(join(directory, "other"), NEW, undefined)).toBe(true);
  expect(replaceUntrusted(path, NEW, undefined)).toBe(false);
  expect([readFileSync(path, "utf8"), readdirSync(directory).length]).toEqual(["old", 2]);
});

test("changes nothing where a link leads to the directory", () => {
  const { directory, path, was } = place();
  const link = join(tempDir(), "link");
  symlinkSync(directory, link);
  expect(replaceUntrusted(join(link, "config"), NEW, was)).toBe(false);
  mkdirSync(join(directory, "sub"));
  expect(readFileSync(path, "utf8")).toBe("old");
});
