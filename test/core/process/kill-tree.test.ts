import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { descendantsOf } from "../../../src/core/process/descendants.ts";
import { commandLineOf, ignores, isRunning } from "../../../src/core/process/identity.ts";
import { killTree } from "../../../src/core/process/kill-tree.ts";
import { identityNow, ownBash } from "../../support/own-bash.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

test("who ignores TERM is not waited for, who is stopped is woken, who forks is frozen", async () => {
  const pid = ownBash(
    "trap '' TERM; for i in {1..12}; do (trap '' TERM; while :; do sleep 300; done) & done; kill -STOP $BASHPID; wait",
  );
  await waitUntil("the family", () => descendantsOf(pid).length >= 24);
  expect(ignores(identityNow(pid), "SIGTERM")).toBe(true);
  const all = [identityNow(pid), ...descendantsOf(pid)];
  const left = await killTree({ list: () => all.filter(isRunning), graceMs: 60_000 });
  expect(left).toEqual([]);
});

test("who reacts to TERM gets its grace", async () => {
  const file = join(tempDir(), "cleaned");
  const pid = ownBash(`trap 'echo bye >${file}; exit 0' TERM; while :; do sleep 0.02; done`);
  await waitUntil("its trap", () => commandLineOf(pid) !== "" && descendantsOf(pid).length > 0);
  expect(
    await killTree({
      list: () => [identityNow(pid)].filter(isRunning).concat(descendantsOf(pid)),
      firstSignal: "SIGTERM",
    }).catch(() => []),
  ).toEqual([]);
  expect(readdirSync(join(file, ".."))).toEqual(["cleaned"]);
});

test("KILL at once when it is asked for", async () => {
  const pid = ownBash("trap 'sleep 300' TERM; sleep 300");
  const self = identityNow(pid);
  expect(await killTree({ list: () => [self].filter(isRunning), firstSignal: "SIGKILL" })).toEqual([]);
});
