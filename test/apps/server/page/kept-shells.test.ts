import { expect, test } from "vitest";
import { findKept, keptShells } from "../../../../src/apps/server/page/kept-shells.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("the shells of a dead host are told with what is left of them", () => {
  const stateDir = tempDir();
  deadHost(stateDir, ["shell_dead"]);
  const [kept] = keptShells(stateDir);
  expect(kept?.view).toMatchObject({ id: "shell_dead", stdoutBytes: 26, stderrBytes: 0, ports: [] });
  expect(kept?.open().read().stdout).toBe("shell_dead printed before\n");
  expect(findKept(stateDir, "shell_dead")?.view.id).toBe(kept?.view.id);
  expect([keptShells(tempDir()), findKept(stateDir, "shell_none")]).toEqual([[], undefined]);
});
