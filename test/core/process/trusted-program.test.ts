import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { absenceOf, trustedProgram } from "../../../src/core/process/trusted-program.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("a program of the system is found in the first place that has it", () => {
  expect(trustedProgram("sh", ["/no/such/place", "/bin", "/usr/bin"])).toBe("/bin/sh");
});

test("what is nowhere, or is no program, is not found", () => {
  expect(trustedProgram("sh", ["/no/such/place"])).toBeUndefined();
  expect(trustedProgram("passwd", ["/etc"])).toBeUndefined();
});

test("a program that others than root may write is passed over", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "sh"), "#!/bin/sh\n");
  chmodSync(join(dir, "sh"), 0o775);
  expect(trustedProgram("sh", [dir])).toBeUndefined();
  expect(trustedProgram("sh", [dir, "/bin"])).toBe("/bin/sh");
});

test("one that is not there is to be installed; where root is not known, that would not help, and is not said", () => {
  expect(absenceOf("git", () => 0)).toEqual({
    reason: "not installed where only root can change it",
    fix: expect.stringContaining("install"),
  });
  expect(absenceOf("git", () => 65_534)).toEqual({
    reason: expect.stringContaining("a user namespace that does not know root"),
    fix: "start nacre outside of that namespace",
  });
});
