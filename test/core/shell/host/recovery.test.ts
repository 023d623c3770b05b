import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeRecord } from "../../../../src/core/shell/background/shell-record.ts";
import { hostIdentityOf } from "../../../../src/core/shell/host/host-dir.ts";
import { shellsOfAllHosts } from "../../../../src/core/shell/host/other-hosts.ts";
import { lostShells, recover } from "../../../../src/core/shell/host/recovery.ts";
import { shellRecord } from "../../../support/shell-record.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test("a host directory that says nothing, or something else, is nobody's and is left alone", () => {
  const stateDir = tempDir();
  const hosts = join(stateDir, "hosts");
  mkdirSync(join(hosts, "half-made"), { recursive: true });
  mkdirSync(join(hosts, "odd"));
  writeFileSync(join(hosts, "odd", "host.json"), '{"pid":"x"}');
  expect([hostIdentityOf(join(hosts, "half-made")), hostIdentityOf(join(hosts, "odd"))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(recover(stateDir)).toEqual([]);
  expect([
    recover(join(stateDir, "none")),
    lostShells(join(stateDir, "none")),
    shellsOfAllHosts(join(stateDir, "none")),
  ]).toEqual([[], [], []]);
});

test("a dead host's shells are claimed by one of two that come to clear up", async () => {
  const stateDir = tempDir();
  const dead = join(stateDir, "hosts", "4194000-dead");
  for (const part of ["shells", "logs", "run"]) mkdirSync(join(dead, part), { recursive: true });
  writeFileSync(join(dead, "host.json"), JSON.stringify({ pid: 4_194_000, startTime: "1" }));
  writeRecord(join(dead, "shells"), shellRecord("shell_lost"));
  writeRecord(join(dead, "shells"), shellRecord("shell_done", { status: "completed" }));
  writeFileSync(join(dead, "logs", "shell_lost.out"), "printed before\n");
  expect(
    recover(stateDir, { wall: 5, machine: 0, boot: "" }).map(({ id, status, completedAt }) => [
      id,
      status,
      completedAt,
    ]),
  ).toEqual([["shell_lost", "lost", 5]]);
  expect(recover(stateDir)).toEqual([]);
  const manager = testManager({ stateDir });
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
