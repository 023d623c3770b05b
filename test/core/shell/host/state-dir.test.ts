import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkReadable, defaultStateDir } from "../../../../src/core/shell/host/state-dir.ts";
import { ShellManager } from "../../../../src/core/shell/shell-manager.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the state directory is the variable's, else XDG's, else the home's", () => {
  expect(defaultStateDir({ NACRE_STATE_DIR: "/a", XDG_STATE_HOME: "/b" })).toBe("/a");
  expect(defaultStateDir({ XDG_STATE_HOME: "/b" })).toBe("/b/nacre");
  expect(defaultStateDir({})).toBe(join(homedir(), ".local/state/nacre"));
  expect(new ShellManager().stateDir).toBe(process.env["NACRE_STATE_DIR"]);
});

test("a file in the place of a part of it keeps nobody from reading the rest", () => {
  const stateDir = tempDir();
  writeFileSync(join(stateDir, "journal"), "in its place", { mode: 0o600 });
  expect(() => checkReadable(stateDir)).not.toThrow();
});
