import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { deadHost } from "../../../support/dead-host.ts";
import { driveHost } from "../../../support/driven-host.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

test("ps, logs and kill look where the configuration says", async () => {
  const [stateDir, home] = [tempDir(), tempDir()];
  const shell = await testManager({ stateDir }).createShell("echo found; exec sleep 300", "/tmp");
  mkdirSync(join(home, ".config", "nacre"), { recursive: true });
  const config = join(home, ".config", "nacre", "config.json");
  writeFileSync(config, JSON.stringify({ stateDir }));
  expect((await cli(["ps"], { env: {}, home })).stdout).toContain(shell.id);
  expect((await cli(["ps", "--config", config], { env: {} })).stdout).toContain(shell.id);
  expect((await cli(["kill", shell.id], { env: {}, home })).stdout).toBe(`Shell ${shell.id} terminated\n`);
});

test("a host that does not answer is named with its pid, and the others are listed all the same", async () => {
  const host = await driveHost();
  const id = String((await host.bash("sleep 300", { run_in_background: true })).metadata["bash_id"]);
  const env = { NACRE_STATE_DIR: host.stateDir };
  await waitUntil("the line", async () => (await cli(["ps"], { env })).stdout.includes(id));
  deadHost(host.stateDir, ["shell_dead"]);
  host.kill("SIGSTOP");
  try {
    const listed = await cli(["ps", "--all"], { env });
    expect([listed.code, listed.stdout, listed.stderr]).toEqual([
      1,
      expect.stringContaining("shell_dead"),
      expect.stringContaining(`host ${host.pid} does not tell its shells: the host is stopped`),
    ]);
    const killed = await cli(["kill", id], { env });
    expect([killed.code, killed.stderr]).toEqual([1, expect.stringContaining(`host ${host.pid} does not tell`)]);
  } finally {
    host.kill("SIGCONT");
  }
  expect((await cli(["kill", id], { env })).stdout).toBe(`Shell ${id} terminated\n`);
});
