import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCode } from "../../../src/core/files/read-code.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a file is read as a shell would find it, with the moment", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "a.sh"), "echo é\n");
  symlinkSync("a.sh", join(dir, "link.sh"));
  for (const name of ["a.sh", "link.sh"])
    expect(readCode(join(dir, name), 100)).toEqual({ kind: "text", text: "echo é\n", readAt: expect.any(Number) });
});

test("a program, a pipe, a directory, a long file and none are told apart, and nothing waits", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "program"), "\x7fELF\0\0");
  writeFileSync(join(dir, "long"), "x".repeat(101));
  mkdirSync(join(dir, "directory"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  const kinds = ["program", "long", "directory", "pipe", "none", "long/x"].map(
    (name) => readCode(join(dir, name), 100).kind,
  );
  expect(kinds).toEqual(["program", "unreadable", "unreadable", "unreadable", "missing", "missing"]);
});
