import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../support/cli.ts";
import { startHost, unique } from "../../support/host.ts";
import { pidsWith } from "../../support/is-alive.ts";
import { testManager } from "../../support/shells.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

/** A host that starts one shell and ends in this way; resolves when nothing of it is alive. */
async function deadHost(
  order: string,
  stateDir: string,
  end: (host: ChildProcess) => void = () => undefined,
): Promise<string> {
  const number = unique();
  const { host, shellId } = await startHost(order, number, stateDir);
  end(host);
  if (host.exitCode === null && host.signalCode === null) await once(host, "exit");
  await waitUntil("everything to be gone", () => pidsWith(`sleep ${number}.`).length === 0);
  return shellId;
}

const statusOf = async (id: string, env: Record<string, string>, ...flags: readonly string[]): Promise<string> => {
  const shells: { id: string; status: string }[] = JSON.parse(
    (await cli(["ps", "--all", "--json", ...flags], { env })).stdout,
  );
  return shells.find((shell) => shell.id === id)?.status ?? "not listed";
};

test.each([
  ["return", undefined],
  ["exit", undefined],
  ["throw", undefined],
  ["reject", undefined],
  ["stdin", (host: ChildProcess): void => void host.stdin?.end()],
  ["own-handler", (host: ChildProcess): void => void host.kill("SIGTERM")],
] as const)("what a host ran that ended by %s was killed, not lost", async (order, end) => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const id = await deadHost(order, stateDir, end);
  expect(await statusOf(id, env)).toBe("killed");
  const lost: string[] = [];
  const manager = testManager({ stateDir, onEvent: ({ kind }) => void lost.push(kind) });
  const shell = manager.getShell(id);
  expect([shell?.status, shell?.isRunning, shell?.getAllOutput(), lost]).toEqual([
    "killed",
    false,
    "said-before\n",
    [],
  ]);
  expect(await statusOf(id, env)).toBe("killed");
});

test("what a killed host ran is listed as lost and can be read before anybody has cleared up", async () => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const id = await deadHost("wait", stateDir, (host) => void host.kill("SIGKILL"));
  expect(await statusOf(id, env)).toBe("lost");
  expect((await cli(["ps"], { env })).stdout).toContain("no running shells");
  expect(await cli(["logs", id], { env })).toMatchObject({ code: 0, stdout: "said-before\n" });
  expect(await cli(["kill", id], { env })).toMatchObject({ code: 0, stdout: `Shell ${id} already stopped (lost)\n` });
  expect(readdirSync(join(stateDir, "hosts"))).toHaveLength(1);
  expect((await cli(["ps", "--sweep"], { env })).stderr).toContain("1 shell of dead hosts ended and marked lost");
  expect(readdirSync(join(stateDir, "hosts"))).toHaveLength(0);
  expect(await statusOf(id, env)).toBe("lost");
  expect(await cli(["logs", id], { env })).toMatchObject({ code: 0, stdout: "said-before\n" });
});

test("a manager that was disposed leaves no host, and what its shells printed for days", async () => {
  const stateDir = tempDir();
  const env = { NACRE_STATE_DIR: stateDir };
  const id = await deadHost("dispose", stateDir);
  expect(readdirSync(join(stateDir, "hosts"))).toEqual([]);
  expect(await statusOf(id, env)).toBe("killed");
  expect(await cli(["logs", id], { env })).toMatchObject({ code: 0, stdout: "said-before\n" });
  expect(await cli(["kill", id], { env })).toMatchObject({ stdout: `Shell ${id} already stopped (killed)\n` });
  expect(testManager({ stateDir }).getShell(id)).toBeUndefined();
});
