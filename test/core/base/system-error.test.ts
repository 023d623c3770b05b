import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeOf, isMissing, messageOf, systemReason } from "../../../src/core/base/system-error.ts";
import { tempDir } from "../../support/temp-dir.ts";

function errorOf(path: string): unknown {
  try {
    return readFileSync(path);
  } catch (error) {
    return error;
  }
}

test("what the system refuses is told in a few words", () => {
  const dir = tempDir();
  const [missing, directory] = [errorOf(join(dir, "gone")), errorOf(dir)];
  expect([codeOf(missing), systemReason(missing), isMissing(missing)]).toEqual(["ENOENT", "it does not exist", true]);
  expect([codeOf(directory), systemReason(directory), isMissing(directory)]).toEqual([
    "EISDIR",
    "it is a directory",
    false,
  ]);
});

test("a path through a file leads to nothing", () => {
  expect(isMissing(errorOf("/etc/passwd/x"))).toBe(true);
});

test("any other error has no code, and its own message as its reason", () => {
  expect([
    codeOf(new Error("x")),
    codeOf({ code: "ENOENT" }),
    codeOf(Object.assign(new Error("x"), { code: 5 })),
  ]).toEqual(["", "", ""]);
  expect([systemReason(new Error("own words")), messageOf("thrown text"), messageOf(undefined)]).toEqual([
    "own words",
    "thrown text",
    "undefined",
  ]);
});
