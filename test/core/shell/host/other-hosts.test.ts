import { expect, test } from "vitest";
import { killFromOutside, shellsOfAllHosts } from "../../../../src/core/shell/host/other-hosts.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("a shell that is gone cannot be killed from outside, and that is no error", async () => {
  const stateDir = tempDir();
  const manager = testManager({ stateDir });
  const shell = await manager.createShell("true", "/tmp");
  await shell.wait();
  await waitUntil("its record", () => shellsOfAllHosts(stateDir)[0]?.record.status === "completed");
  const [seen] = shellsOfAllHosts(stateDir);
  if (seen === undefined) throw new Error("not listed");
  expect([await killFromOutside(seen), await killFromOutside({ ...seen, record: shellRecord("shell_bare") })]).toEqual([
    [],
    [],
  ]);
});
