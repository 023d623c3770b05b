import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultStateDir } from "../../../../src/core/shell/host/state-dir.ts";
import { ShellManager } from "../../../../src/core/shell/shell-manager.ts";

test("the state directory is the variable's, else XDG's, else the home's", () => {
  expect(defaultStateDir({ NACRE_STATE_DIR: "/a", XDG_STATE_HOME: "/b" })).toBe("/a");
  expect(defaultStateDir({ XDG_STATE_HOME: "/b" })).toBe("/b/nacre");
  expect(defaultStateDir({})).toBe(join(homedir(), ".local/state/nacre"));
  expect(new ShellManager().stateDir).toBe(process.env["NACRE_STATE_DIR"]);
});
