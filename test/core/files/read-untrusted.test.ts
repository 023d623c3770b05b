import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openUntrusted, readUntrusted } from "../../../src/core/files/read-untrusted.ts";
import { tempDir } from "../../support/temp-dir.ts";

function tree(): string {
  const dir = tempDir();
  writeFileSync(join(dir, "file"), "12345é");
  symlinkSync("file", join(dir, "link"));
  mkdirSync(join(dir, "directory"));
  execFileSync("mkfifo", [join(dir, "fifo")]);
  return dir;
}

test("a plain file is read up to the size that is allowed", () => {
  const file = join(tree(), "file");
  expect([readUntrusted(file, 7), readUntrusted(file, 6)]).toEqual(["12345é", undefined]);
});

test.each(["link", "directory", "fifo", "none"])("a %s is not read, and not waited for", (name) => {
  expect(readUntrusted(join(tree(), name), 100)).toBeUndefined();
});

test("what is opened is what the caller wants", () => {
  const dir = tree();
  const fd = openUntrusted(join(dir, "fifo"), (stat) => stat.isFIFO());
  expect(fd).toBeTypeOf("number");
  if (fd !== undefined) closeSync(fd);
  expect(openUntrusted(join(dir, "file"), (stat) => stat.isFIFO())).toBeUndefined();
});
