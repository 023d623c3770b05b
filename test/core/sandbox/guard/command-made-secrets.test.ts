import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommandMadeSecrets } from "../../../../src/core/sandbox/guard/command-made-secrets.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

function secrets(): { made: CommandMadeSecrets; env: string; workspace: string } {
  const workspace = tempDir();
  const env = join(workspace, ".env");
  writeFileSync(env, "A=1");
  return { made: new CommandMadeSecrets(), env, workspace };
}

test("a secret file that no command made is told, and no directory", () => {
  const { made, env, workspace } = secrets();
  mkdirSync(join(workspace, ".env.local"));
  expect(made.notAsLeft([env, `${env}.local`])).toEqual([env]);
});

test("one that a command left is no secret, until it is changed", async () => {
  const { made, env } = secrets();
  made.rememberAll([env]);
  expect(made.notAsLeft([env])).toEqual([]);
  // The clock that stamps files ticks every few milliseconds.
  await waitUntil("a new stamp", () => {
    utimesSync(env, 1, 1);
    return made.notAsLeft([env]).length === 1;
  });
});

test("one that is gone is not told", () => {
  const { made, env } = secrets();
  expect(made.notAsLeft([env])).toEqual([env]);
  rmSync(env);
  expect(made.notAsLeft([env])).toEqual([]);
});
