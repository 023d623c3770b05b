import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepOutputs } from "../../../src/apps/cli/kept-output.ts";
import { settingsOf, toolkitOptionsOf } from "../../../src/apps/cli/settings.ts";
import { stampNow } from "../../../src/core/base/stamp.ts";
import type { ToolResult } from "../../../src/index.ts";
import { cli } from "../../support/cli.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tempDir } from "../../support/temp-dir.ts";

const LONG = "for i in {1..20000}; do echo line $i; done";

async function runJson(stateDir: string, ...words: readonly string[]): Promise<ToolResult> {
  const { stdout } = await cli(["run", "--json", "--state-dir", stateDir, ...words], { env: {} });
  return JSON.parse(stdout);
}

test("the file that a cut result names is there when the run is over, private, and gone an hour later", async () => {
  const stateDir = tempDir();
  const { output, metadata } = await runJson(stateDir, "--", LONG);
  const path = String(metadata["output_path"]);
  expect(output).toContain(`left out; all of it is in ${path}]`);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(20_001);
  expect([statSync(path).mode & 0o777, statSync(join(stateDir, "outputs")).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readdirSync(join(stateDir, "hosts"))).toEqual([]);
  await runJson(stateDir, "--", "true");
  expect(existsSync(path)).toBe(true);
  const longAgo = Date.now() / 1000 - 3700;
  utimesSync(path, longAgo, longAgo);
  await runJson(stateDir, "--", "true");
  expect(existsSync(path)).toBe(false);
});

test("a clock that jumps takes no kept output away, and keeps none for longer", () => {
  const [stateDir, hour] = [tempDir(), 3_600_000];
  const path = join(stateDir, "outputs", "1-a-command-0.out");
  mkdirSync(join(stateDir, "outputs"));
  writeFileSync(path, "");
  const begun = stampNow();
  const later = (wall: number, machine: number): void =>
    sweepOutputs(stateDir, { ...begun, wall: begun.wall + wall, machine: begun.machine + machine });
  later(0, 0);
  later(5 * hour, 1000);
  later(5 * hour + 0.9 * hour, 0.9 * hour);
  expect(existsSync(path)).toBe(true);
  later(-30 * hour, 0.95 * hour);
  expect(existsSync(path)).toBe(true);
  later(-30 * hour + 0.2 * hour, 1.15 * hour);
  expect(existsSync(path)).toBe(false);
});

test.runIf(hasBubblewrap)("who runs a command behind a wall stands outside, and is given the path", async () => {
  const { output, metadata } = await runJson(tempDir(), "--sandbox", "workspace", "--workspace", tempDir(), "--", LONG);
  expect(output).toContain(`all of it is in ${String(metadata["output_path"])}]`);
  expect(existsSync(String(metadata["output_path"]))).toBe(true);
  expect(metadata).not.toHaveProperty("bash_id");
});

test("what a configuration says of copies reaches the toolkit", () => {
  const io = { env: {}, home: tempDir(), cwd: tempDir() } as never;
  const settings = settingsOf({}, io, { sandbox: "none" });
  expect(toolkitOptionsOf({ ...settings, snapshot: true })).toMatchObject({ snapshot: true });
  expect(toolkitOptionsOf(settings)).not.toHaveProperty("snapshot");
});
