import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { moveAway } from "../../../src/core/sandbox/move-away.ts";
import { tempDir } from "../../support/temp-dir.ts";

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test("what a rename cannot move is copied, links as links", () => {
  const root = tempDir();
  mkdirSync(join(root, "a"));
  writeFileSync(join(root, "a", "x"), "");
  symlinkSync("/nowhere", join(root, "a", "link"));
  moveAway(join(root, "a"), join(root, "b"), failing("EXDEV"));
  expect([
    existsSync(join(root, "a")),
    existsSync(join(root, "b", "x")),
    readlinkSync(join(root, "b", "link")),
  ]).toEqual([false, true, "/nowhere"]);
});

test("any other trouble is the caller's", () => {
  expect(() => moveAway("/x", "/y", failing("EACCES"))).toThrow("EACCES");
  expect(() => moveAway("/nonexistent/x", "/nonexistent/y")).toThrow("ENOENT");
});
