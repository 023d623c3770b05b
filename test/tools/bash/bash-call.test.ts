import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callFacts, openBashCall } from "../../../src/tools/bash/bash-call.ts";
import { registerWith } from "../../../src/tools/register.ts";
import { ToolRegistry } from "../../../src/tools/registry.ts";
import type { ToolSetup } from "../../../src/tools/tool-setup.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";

function openSetup(): { readonly setup: ToolSetup; readonly root: string; readonly used: unknown[] } {
  const [root, shells] = [tempDir(), testManager()];
  const used: unknown[] = [];
  const onUse: ToolSetup["onUse"] = (use) => void used.push(use);
  const setup = registerWith(new ToolRegistry(), { workingDir: root }, { shells: () => shells, onUse });
  return { setup, root, used };
}

test("a call finds its session and its directory, and its use is told", async () => {
  const { setup, root, used } = openSetup();
  mkdirSync(join(root, "sub"));
  const context = { workingDir: join(root, "sub"), scope: "client" };
  const call = await openBashCall(setup, { command: "ls", session_id: "mine" }, context);
  expect([call.sessionId, call.directory, call.session.id]).toEqual(["client/mine", join(root, "sub"), "client/mine"]);
  expect(used).toEqual([{ sessionId: "client/mine" }]);
});

test("a directory outside the roots is a fault, and no session is opened", async () => {
  const { setup, used } = openSetup();
  const opened = openBashCall(setup, { command: "ls" }, { workingDir: tempDir() });
  await expect(opened).rejects.toMatchObject({ code: "DIRECTORY_UNUSABLE" });
  expect(used).toEqual([]);
});

test("every result of a call says where, as what and behind which wall", async () => {
  const { setup, root } = openSetup();
  const call = await openBashCall(setup, { command: "ls" }, { workingDir: root, scope: "client" });
  expect(callFacts(call, "ls -l")).toEqual({
    command: "ls -l",
    description: null,
    cwd: root,
    exit_code: null,
    duration_ms: 0,
    truncated: false,
    session_id: "default",
    containment: "none",
  });
});
