import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import { listSnapshots } from "../../../src/core/snapshot/snapshot.ts";
import { keepSnapshot } from "../../../src/tools/bash/keep-snapshot.ts";
import { tempDir } from "../../support/temp-dir.ts";

test.each([
  ["git reset --hard", 1],
  ["ls", 0],
  ["git push", 0],
])("before %s, %i copies are kept", async (command, copies) => {
  const [workspace, stateDir] = [tempDir(), tempDir()];
  writeFileSync(join(workspace, "work.txt"), "work");
  const verdict = judge(command, { cwd: workspace, home: "/home/dev", workspace });
  const kept = await keepSnapshot(verdict, workspace, stateDir);
  expect(kept?.kind).toBe(copies === 0 ? undefined : "taken");
  expect(listSnapshots(stateDir)).toHaveLength(copies);
});
