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
  return { made: new CommandMadeSecrets(workspace), env, workspace };
}

test("a secret file that no command made is told, and no other file or directory", () => {
  const { made, env, workspace } = secrets();
  writeFileSync(join(workspace, "notes.txt"), "");
  mkdirSync(join(workspace, ".env.local"));
  expect(made.notAsLeft(true)).toEqual([env]);
});

test("one that a command left is no secret, until it is changed", async () => {
  const { made, env } = secrets();
  made.rememberAll(true);
  expect(made.notAsLeft(true)).toEqual([]);
  // The clock that stamps files ticks every few milliseconds.
  await waitUntil("a new stamp", () => {
    utimesSync(env, 1, 1);
    return made.notAsLeft(false).length === 1;
  });
});

test("one that is gone is not told", () => {
  const { made, env } = secrets();
  expect(made.notAsLeft(true)).toEqual([env]);
  rmSync(env);
  expect(made.notAsLeft(false)).toEqual([]);
});

test("new names are looked for only when names came", () => {
  const { made, env, workspace } = secrets();
  made.rememberAll(true);
  writeFileSync(join(workspace, ".env.local"), "");
  expect([made.notAsLeft(false), made.notAsLeft(true)]).toEqual([[], [`${env}.local`]]);
});
