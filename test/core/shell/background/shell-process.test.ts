import { expect, test } from "vitest";
import { testManager } from "../../../support/shells.ts";

test("kill, wait and output of a shell that has long ended", async () => {
  const manager = testManager();
  const shell = await manager.createShell("echo x; exit 4", "/tmp");
  expect([await shell.wait(60_000), await shell.wait(), await shell.kill()]).toEqual([4, 4, { survivors: [] }]);
  expect([shell.pid, shell.processes(), shell.status]).toEqual([undefined, [], "failed"]);
  shell.terminate();
  shell.interrupt();
});
