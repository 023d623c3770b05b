import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { writeRecord } from "../../../../src/core/shell/background/shell-record.ts";
import { shellsOnDisk } from "../../../../src/core/shell/host/all-hosts.ts";
import { endedShells } from "../../../../src/core/shell/host/ended-shells.ts";
import { hostIdentityOf } from "../../../../src/core/shell/host/host-dir.ts";
import { recover, recovery } from "../../../../src/core/shell/host/recovery.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { identityNow } from "../../../support/own-bash.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a host directory that says nothing, or something else, is nobody's and is left alone", async () => {
  const stateDir = tempDir();
  const hosts = join(stateDir, "hosts");
  mkdirSync(join(hosts, "half-made"), { recursive: true });
  mkdirSync(join(hosts, "odd"));
  writeFileSync(join(hosts, "odd", "host.json"), '{"pid":"x"}');
  expect([hostIdentityOf(join(hosts, "half-made")), hostIdentityOf(join(hosts, "odd"))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await recover(stateDir)).toEqual([]);
  expect([
    await recover(join(stateDir, "none")),
    endedShells(join(stateDir, "none")),
    shellsOnDisk(join(stateDir, "none")),
  ]).toEqual([[], [], []]);
});

test("a dead host's shells are claimed by one of two that come to clear up", async () => {
  const stateDir = tempDir();
  const dead = deadHost(stateDir, ["shell_lost"]);
  writeRecord(join(dead, "shells"), shellRecord("shell_done", { status: "completed" }));
  writeFileSync(join(dead, "logs", "shell_lost.out"), "printed before\n");
  const wall = Date.now();
  const recovered = await recover(stateDir, { wall, machine: 0, boot: "" });
  expect(recovered.map(({ id, status, completedAt }) => [id, status, completedAt])).toEqual([
    ["shell_lost", "lost", wall],
  ]);
  expect(await recover(stateDir)).toEqual([]);
  expect(shellsOnDisk(stateDir).map(({ id, status, left }) => [id, status, left])).toEqual([
    ["shell_done", "completed", undefined],
    ["shell_lost", "lost", true],
  ]);
  const manager = testManager({ stateDir });
  expect(manager.getShell("shell_done")).toBeUndefined();
  const shell = manager.getShell("shell_lost");
  expect([
    shell?.status,
    shell?.getNewOutput(),
    shell?.pid,
    shell?.supervisor,
    await shell?.listeningPorts(),
    shell?.durationMs,
  ]).toEqual(["lost", "printed before\n", undefined, undefined, [], undefined]);
});

test("what a live host clears up is left to it; what a dead one began to clear up is taken up again", async () => {
  const stateDir = tempDir();
  const { pid, startTime } = identityNow(process.pid);
  const mine = deadHost(stateDir, ["shell_a"], `4194000-dead.${pid}-${startTime}.recovering`);
  deadHost(stateDir, ["shell_b"], "4194001-dead.4194002-1.recovering");
  expect((await recover(stateDir)).map(({ id }) => id)).toEqual(["shell_b"]);
  expect(readdirSync(join(stateDir, "hosts"))).toEqual([basename(mine)]);
  expect(shellsOnDisk(stateDir).map(({ id, status, logs }) => [id, status, logs.stdout])).toEqual([
    ["shell_a", "lost", join(mine, "logs", "shell_a.out")],
    ["shell_b", "lost", join(stateDir, "ended", "shell_b.out")],
  ]);
});

test("the records of a dead host are read one by one, so that many do not stop the host that clears up", () => {
  const stateDir = tempDir();
  deadHost(stateDir, ["shell_a", "shell_b", "shell_c"]);
  const steps = recovery(stateDir);
  while (endedShells(stateDir).length === 0) expect(steps.next().done).toBe(false);
  const [claimed = ""] = readdirSync(join(stateDir, "hosts"));
  rmSync(join(stateDir, "hosts", claimed, "shells"), { recursive: true }); // what was not read yet is not known
  let last = steps.next();
  while (last.done !== true) last = steps.next();
  expect(last.value).toHaveLength(1);
});
