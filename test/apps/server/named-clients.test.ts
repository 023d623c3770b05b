import { expect, onTestFinished, test } from "vitest";
import { ClientScopes } from "../../../src/apps/server/client-scopes.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("a scope that is idle is left, unless something of it runs", async () => {
  const kit = openToolkit();
  const left: string[] = [];
  const leave = (scope: string): Promise<void> => {
    left.push(scope);
    return kit.leave(scope);
  };
  const scopes = new ClientScopes({ ...kit, leave }, 1);
  onTestFinished(() => scopes.close());
  await kit.call("Bash", { command: "sleep 300", run_in_background: true }, { scope: "busy" });
  for (const scope of ["busy", "idle"]) scopes.use(scope);
  await waitUntil("the idle scope to be left", () => left.length > 0);
  expect([left, kit.shells.listRunning().length]).toEqual([["idle"], 1]);
  await kit.shells.killAll();
  await waitUntil("the other to be left as well", () => left.length > 1);
  expect(left).toEqual(["idle", "busy"]);
});
