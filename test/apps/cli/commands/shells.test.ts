import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli } from "../../../support/cli.ts";
import { testManager } from "../../../support/shells.ts";
import { tempDir } from "../../../support/temp-dir.ts";

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

test("what is no cursor is refused, not taken for the beginning", async () => {
  const { code, stdout, stderr } = await cli(["logs", "x", "--since", "zz"]);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("zz is no cursor")]);
});

test("following a log that the user ends exits as an interrupted program does", async () => {
  const stateDir = tempDir();
  const shell = await testManager({ stateDir }).createShell("exec sleep 300", "/tmp");
  const signal = AbortSignal.abort("SIGINT");
  expect((await cli(["logs", "-f", shell.id], { env: { NACRE_STATE_DIR: stateDir }, signal })).code).toBe(130);
});
