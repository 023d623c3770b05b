import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settingsOf, toolkitOptionsOf } from "../../../src/apps/cli/settings.ts";
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
