import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { settingsOf, toolkitOptionsOf } from "../../../src/apps/cli/settings.ts";
import { cli } from "../../support/cli.ts";
import { hasBubblewrap } from "../../support/open-sandbox.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the configuration that was named is guarded: what an agent can write must not loosen its own rules", () => {
  const cwd = tempDir();
  const config = join(cwd, "mine.json");
  writeFileSync(config, "{}");
  const optionsOf = (flags: { config?: string }, env: Record<string, string> = {}) =>
    toolkitOptionsOf(settingsOf(flags, { env, home: cwd, cwd } as never, { sandbox: "workspace" }));
  expect(optionsOf({ config }).guard).toEqual([config]);
  expect(optionsOf({}, { NACRE_CONFIG: config }).guard).toEqual([config]);
  expect(optionsOf({})).not.toHaveProperty("guard");
});

test("~ is the home directory also where no shell has seen it", async () => {
  const home = tempDir();
  mkdirSync(join(home, "project"));
  expect((await cli(["run", "--workspace=~/project", "--", "pwd"], { home })).stdout).toBe(
    `${join(home, "project")}\n`,
  );
  const config = join(tempDir(), "config.json");
  writeFileSync(config, '{ "workspace": "~", "stateDir": "~/state" }');
  expect(
    (await cli(["run", "--config", config, "--", "pwd"], { home, env: { XDG_CONFIG_HOME: tempDir() } })).stdout,
  ).toBe(`${home}\n`);
  expect(existsSync(join(home, "state", "hosts"))).toBe(true);
});

test.runIf(hasBubblewrap)("a mistake in what the sandbox is asked is wrong usage, and no word of a tool", async () => {
  const { code, stderr } = await cli(["run", "--sandbox", "workspace", "--network", "https://x", "--", "true"], {
    cwd: tempDir(),
  });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^nacre: the configuration cannot be used: .*"https:\/\/x"/),
  ]);
});

test("the user's own configuration that is there and cannot be read is not taken for none", async () => {
  const home = tempDir();
  mkdirSync(join(home, ".config", "nacre", "config.json"), { recursive: true });
  const { code, stderr } = await cli(["run", "--", "true"], { home });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/config\.json cannot be read \(it is a directory\)\n$/)]);
  expect((await cli(["run", "--rules", "/no/such", "--", "true"])).stderr).toContain("(it does not exist)");
});

test("a variable that is wrong is called by its name", async () => {
  const { code, stderr } = await cli(["run", "--", "true"], { env: { NACRE_SANDBOX: "moat" } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('NACRE_SANDBOX is "moat"; it must be "none"')]);
});

test("flags name the tools; what cannot be a name is wrong usage", async () => {
  const cwd = tempDir();
  const namesBy = (flags: { prefix?: string; toolNames?: string }) =>
    toolkitOptionsOf(settingsOf(flags, { env: {}, home: cwd, cwd } as never, { sandbox: "none" })).toolNames;
  expect(namesBy({})).toEqual({});
  expect(namesBy({ prefix: "n_", toolNames: "Bash=shell, KillShell=end" })).toEqual({
    Bash: "shell",
    BashOutput: "n_bash_output",
    BashInput: "n_bash_input",
    KillShell: "end",
    ListShells: "n_list_shells",
  });
  for (const flags of [
    ["--prefix", "a b"],
    ["--tool-names", "Bash"],
    ["--tool-names", "Shell=x"],
  ]) {
    const { code, stderr } = await cli(["mcp", ...flags], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(String(flags[0]))]);
  }
});

test("--read and --write open paths from where the command stands, --env adds variables to the file's", () => {
  const cwd = tempDir();
  const config = join(cwd, "mine.json");
  writeFileSync(config, '{ "environment": { "include": ["ONE"] }, "read": ["/other"] }');
  const flags = { config, read: ["a", "~/b"], write: ["/c"], env: ["TWO"] };
  const settings = settingsOf(flags, { env: {}, home: "/home/me", cwd } as never, { sandbox: "workspace" });
  expect(toolkitOptionsOf(settings)).toMatchObject({
    sandbox: { read: [join(cwd, "a"), "/home/me/b"], write: ["/c"] },
    environment: { include: ["ONE", "TWO"] },
  });
});

test.each([
  [["--read", "/usr"], /--read, --write and --cache are of a sandbox; add --sandbox workspace/],
  [["--write", "/usr", "--sandbox", "none"], /add --sandbox workspace/],
  [["--cache", "shared"], /add --sandbox workspace/],
  [["--cache", "mine", "--sandbox", "workspace"], /--cache is "mine"; it must be "private", "shared" or "none"/],
  [["--env", "A=b"], /--env is "A=b"; it must be the name of a variable/],
])("%j is refused", async (flags, sentence) => {
  const { code, stderr } = await cli(["run", ...flags, "--", "true"], { cwd: tempDir() });
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});

test.runIf(hasBubblewrap)("the flags open what they name, and nothing else", async () => {
  const [cwd, shown, open] = [tempDir(), tempDir(), tempDir()];
  writeFileSync(join(shown, "x"), "shown\n");
  const flags = ["--sandbox", "workspace", "--read", shown, "--write", open, "--env", "MY_TOKEN"];
  const command = `cat ${shown}/x; touch ${open}/y; echo "[\${#MY_TOKEN}] [$OTHER_PLACE]"; touch ${shown}/z`;
  vi.stubEnv("MY_TOKEN", "12345678");
  vi.stubEnv("OTHER_PLACE", "x");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stdout, stderr } = await cli(["run", ...flags, "--", command], { cwd });
  expect(stdout).toBe("shown\n[8] []\n");
  expect(existsSync(join(open, "y"))).toBe(true);
  expect(stderr).toMatch(/refused to write .*\/z/);
});

test("--interactive and the configuration's interactive reach the toolkit, the flag before the file", () => {
  const cwd = tempDir();
  const file = join(cwd, "config.json");
  writeFileSync(file, '{ "interactive": true }');
  const io = { env: {}, home: cwd, cwd } as never;
  const given = (flags: object): unknown => toolkitOptionsOf(settingsOf(flags, io, { sandbox: "none" })).interactive;
  expect(given({ config: file })).toBe(true);
  expect(given({ interactive: true })).toBe(true);
  expect(given({})).toBeUndefined();
});
