import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pidsInEnvironment } from "./support/is-alive.ts";
import { tempDir } from "./support/temp-dir.ts";
import { waitUntil } from "./support/wait-until.ts";

const stories = readdirSync("examples", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join("examples", entry.name, "main.mjs")))
  .map(({ name }) => name);

test("the library's own stories are there", () => {
  expect(stories).toEqual(expect.arrayContaining(["agent-loop", "background", "own-tool", "streaming"]));
});

test.each(stories)("the example %s runs, checks itself and leaves nothing alive", async (name) => {
  const stateDir = tempDir("nacre-state-");
  const child = spawn(process.execPath, [join("examples", name, "main.mjs")], {
    env: { ...process.env, NACRE_STATE_DIR: stateDir, NACRE_TEST: stateDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  expect(exitCode, said).toBe(0);
  await waitUntil("nothing of the example to be alive", () => pidsInEnvironment(`NACRE_TEST=${stateDir}`).length === 0);
});
