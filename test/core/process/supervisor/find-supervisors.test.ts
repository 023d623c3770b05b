import { expect, test } from "vitest";
import { isSupervisor, supervisorsNaming } from "../../../../src/core/process/supervisor/find-supervisors.ts";
import { openToolkit } from "../../../support/open-toolkit.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the supervisor of a session is found by what its arguments name, and its bash is none", async () => {
  const stateDir = tempDir();
  const { bash } = openToolkit({ stateDir });
  const [shell, parent] = (await bash("echo $$ $PPID")).output.split(" ").map(Number);
  const found = supervisorsNaming(stateDir).map(({ pid }) => pid);
  expect([found.includes(parent ?? 0), found.includes(shell ?? 0)]).toEqual([true, false]);
  expect(supervisorsNaming(tempDir())).toEqual([]);
  expect([parent ?? 0, shell ?? 0, process.pid].map((pid) => isSupervisor(pid))).toEqual([true, false, false]);
});
