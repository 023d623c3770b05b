import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CliRun, cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const tokenIn = (stateDir: string, ...words: readonly string[]): Promise<CliRun> =>
  cli(["token", "--state-dir", stateDir, ...words]);

test("a client's token is printed alone, the same each time, and kept where only its owner reads it", async () => {
  const stateDir = tempDir();
  const { code, stdout, stderr } = await tokenIn(stateDir, "my-project");
  expect([code, stderr]).toEqual([0, ""]);
  const file = join(stateDir, "token.d", "my-project");
  expect([stdout, statSync(file).mode & 0o777]).toEqual([readFileSync(file, "utf8"), 0o600]);
  expect((await tokenIn(stateDir, "my-project")).stdout).toBe(stdout);
  expect(JSON.parse((await tokenIn(stateDir, "my-project", "--json")).stdout)).toEqual({
    name: "my-project",
    token: stdout.trim(),
    tokenFile: file,
  });
});

test("tokens are listed and removed", async () => {
  const stateDir = tempDir();
  expect(await tokenIn(stateDir, "--list")).toEqual({ code: 0, stdout: "", stderr: "" });
  for (const name of ["two", "one"]) await tokenIn(stateDir, name);
  expect((await tokenIn(stateDir, "--list")).stdout).toBe("one\ntwo\n");
  expect(JSON.parse((await tokenIn(stateDir, "--list", "--json")).stdout)).toEqual({ clients: ["one", "two"] });
  expect((await tokenIn(stateDir, "one", "--remove")).stdout).toBe(`removed ${join(stateDir, "token.d", "one")}\n`);
  expect((await tokenIn(stateDir, "--list")).stdout).toBe("two\n");
});

test.each<[readonly string[], string]>([
  [[], "name the client, as in: nacre token my-project"],
  [["--remove"], "name the client"],
  [["--list", "one"], "--list stands alone"],
  [["--list", "--remove"], "--list stands alone"],
  [["../token"], "is no name for a client"],
  [["My Project"], '"My Project" is no name for a client; it must have 1 to 40 lower-case letters'],
  [["nobody", "--remove"], '"nobody" has no token; no client has one'],
])("%j is wrong usage, in one sentence", async (words, sentence) => {
  const { code, stdout, stderr } = await tokenIn(tempDir(), ...words);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(sentence)]);
});

test("the tokens stand beside the main one, wherever that is: flag, variable, file", async () => {
  const [dir, home] = [tempDir(), tempDir()];
  const one = (await cli(["token", "one", "--token-file", join(dir, "main")])).stdout;
  expect(readFileSync(join(dir, "main.d", "one"), "utf8")).toBe(one);
  expect((await cli(["token", "one"], { env: { NACRE_TOKEN_FILE: join(dir, "main") } })).stdout).toBe(one);
  const config = join(dir, "config.json");
  writeFileSync(config, '{ "tokenFile": "main" }');
  expect((await cli(["token", "one", "--config", config], { env: {} })).stdout).toBe(one);
  const other = (await cli(["token", "one", "--token-file=~/main"], { home })).stdout;
  expect(readFileSync(join(home, "main.d", "one"), "utf8")).toBe(other);
});
