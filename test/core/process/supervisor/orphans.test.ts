import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { identityOf } from "../../../../src/core/process/identity.ts";
import { Orphans } from "../../../../src/core/process/supervisor/orphans.ts";
import { isAlive } from "../../../support/is-alive.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function sleeper(mark: string): number {
  const child = spawn("sleep", ["303"], { env: { NACRE_MARK: mark }, detached: true, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

test("what carries the mark is ended, and nothing without a mark", async () => {
  const [ours, other] = [sleeper("4/1/"), sleeper("4/11/")];
  await waitUntil("both", () => isAlive(ours) && isAlive(other));
  const nobodys = new Orphans(undefined);
  await nobodys.end();
  expect([isAlive(ours), isAlive(other), nobodys.left]).toEqual([true, true, []]);
  const orphans = new Orphans("NACRE_MARK=4/1/");
  orphans.shell = identityOf(process.pid); // a session whose processes can be looked into, and have no mark
  await orphans.end();
  expect([isAlive(ours), isAlive(other), orphans.left]).toEqual([false, true, []]);
});
