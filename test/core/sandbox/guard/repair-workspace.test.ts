import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repairWorkspace } from "../../../../src/core/sandbox/guard/repair-workspace.ts";
import { keepUnresolved, readUnresolved } from "../../../../src/core/sandbox/guard/unresolved-record.ts";
import { isRoot } from "../../../support/plain-user.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("what is on record is taken away, and the record with it; nothing outside the workspace is", async () => {
  const [workspace, stateDir, outside] = [tempDir(), tempDir(), join(tempDir(), "file")];
  const path = join(workspace, ".envrc");
  for (const file of [path, outside]) writeFileSync(file, "");
  keepUnresolved(
    stateDir,
    workspace,
    [path, outside].map((one) => ({ path: one, why: "it runs" })),
  );
  const { done, left } = await repairWorkspace(workspace, stateDir);
  expect([done, left]).toEqual([[expect.stringMatching(/took away .envrc: it runs/)], []]);
  expect([existsSync(path), existsSync(outside), readUnresolved(stateDir, workspace)]).toEqual([false, true, []]);
});

// Root can look into every directory.
test.skipIf(isRoot)("a directory that its owner cannot look into is opened", async () => {
  const workspace = tempDir();
  mkdirSync(join(workspace, "closed"));
  chmodSync(join(workspace, "closed"), 0);
  const { done } = await repairWorkspace(workspace, tempDir());
  expect(done).toEqual([`gave its owner all rights to ${join(workspace, "closed")}`]);
});
