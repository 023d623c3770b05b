import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connectToAll, shellsOnDisk } from "../../../../src/core/shell/host/all-hosts.ts";
import { ShellManager } from "../../../../src/core/shell/shell-manager.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { driveHost } from "../../../support/driven-host.ts";
import { pidsInEnvironment } from "../../../support/is-alive.ts";
import { run } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("live hosts are connected to; a dead one is told by what it left, and its stale socket is no host", async () => {
  const stateDir = tempDir();
  expect([await connectToAll(stateDir), shellsOnDisk(stateDir)]).toEqual([[], []]);
  deadHost(stateDir, ["shell_dead"]);
  const killed = await driveHost({ stateDir });
  await killed.bash("true");
  killed.kill("SIGKILL");
  await waitUntil("its end", async () => (await connectToAll(stateDir)).length === 0);
  expect(
    readdirSync(join(stateDir, "hosts")).some((host) => readdirSync(join(stateDir, "hosts", host)).includes("line")),
  ).toBe(true);
  expect(shellsOnDisk(stateDir).map(({ id, status }) => [id, status])).toEqual([["shell_dead", "lost"]]);
});

test("a host that is stopped, or has lost its socket, is named with its pid and not waited for", async () => {
  const stateDir = tempDir();
  const stopped = await driveHost({ stateDir });
  await stopped.bash("true");
  // Of its own mark: the other host has that of the state directory.
  const NACRE_TEST = tempDir();
  const mute = new ShellManager({ stateDir, loginShell: false, environment: { set: { NACRE_TEST } } });
  onTestFinished(async () => {
    await mute.dispose();
    await waitUntil("nothing of it to be alive", () => pidsInEnvironment(`NACRE_TEST=${NACRE_TEST}`).length === 0);
  });
  await run(mute, "true");
  const hosts = join(stateDir, "hosts");
  const mutes = readdirSync(hosts).find((name) => name.startsWith(`${process.pid}-`)) ?? "";
  await waitUntil("both lines", async () => {
    const all = await connectToAll(stateDir);
    for (const one of all) if ("line" in one) one.line.close();
    return all.filter((one) => "line" in one).length === 2;
  });
  rmSync(join(hosts, mutes, "line"));
  stopped.kill("SIGSTOP");
  try {
    const all = await connectToAll(stateDir, 300);
    expect(all.toSorted((a, b) => a.pid - b.pid)).toEqual(
      [
        { pid: stopped.pid, no: { code: "late", sentence: expect.stringContaining("stopped") } },
        { pid: process.pid, no: { code: "gone", sentence: expect.stringContaining("socket is not there") } },
      ].toSorted((a, b) => a.pid - b.pid),
    );
  } finally {
    stopped.kill("SIGCONT");
  }
});
