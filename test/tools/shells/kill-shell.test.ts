import { expect, test } from "vitest";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("KillShell takes a signal, and ends what an ended shell left running", async () => {
  const { start, call, shells } = openToolkit();
  const polite = await start("trap 'echo bye; exit 0' INT; while :; do sleep 0.05; done");
  await waitUntil("the trap", () => shells.getShell(polite)?.isRunning === true);
  expect((await call("KillShell", { shell_id: polite, signal: "INT" })).metadata).toMatchObject({
    signal: "INT",
    survivors: [],
    status: "killed",
  });
  const parent = await start("sleep 300 & exit 0");
  await call("BashOutput", { bash_id: parent, wait_for: "exit" });
  expect(shells.getShell(parent)?.processes().length).toBeGreaterThan(0);
  expect(await call("KillShell", { shell_id: parent, signal: "KILL" })).toMatchObject({
    success: true,
    output: `Shell ${parent} already stopped (status: completed)`,
    metadata: { already_stopped: true, survivors: [] },
  });
  expect(shells.getShell(parent)?.processes()).toEqual([]);
});
