import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CLIENTS } from "../../../../src/apps/cli/clients/client-list.ts";
import { type CliWorld, cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** A home with these programs on PATH, and an empty project. */
function machine(...programs: readonly string[]): CliWorld & { readonly home: string; readonly cwd: string } {
  const bin = tempDir();
  for (const name of ["nacre", ...programs]) put(join(bin, name), "#!/bin/sh\n", 0o755);
  return { home: tempDir(), cwd: tempDir(), env: { PATH: bin } };
}

test("with no client there is nothing to tell", async () => {
  expect(await cli(["init", "--check"], machine())).toEqual({
    code: 0,
    stdout: "No client that nacre knows was found, and none is set up.\n",
    stderr: "",
  });
});

test("each client is told with nacre, its own shell, and what would help", async () => {
  const world = machine("codex", "gemini", "copilot", "cursor");
  await cli(["init", "--write", "codex", "--yes"], world);
  await cli(["init", "--write", "copilot", "--yes"], world);
  const { code, stdout } = await cli(["init", "--check"], world);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^CLIENT +NACRE +OWN SHELL\ncodex +stdio +off\ngemini +no +on\ncursor +no +no verified switch\ncopilot +stdio +on; only a flag turns it off\n/,
  );
  expect(stdout).toContain(
    `codex: nacre mcp --config ${world.cwd}/nacre.config.json (${world.cwd}/.codex/config.toml)\n`,
  );
  expect(stdout).toContain("gemini: nacre init --write gemini sets it up\n");
  expect(stdout).toContain("copilot: start it with --excluded-tools bash,");
  expect(stdout).toMatch(/^not found: claude-code, claude-desktop, vscode, qwen, cline, continue, opencode$/m);
});

test("a client whose own shell is still on beside nacre makes it fail", async () => {
  const world = machine("qwen");
  put(join(world.cwd, ".qwen", "settings.json"), '{ "mcpServers": { "nacre": { "command": "nacre" } } }');
  const { code, stdout } = await cli(["init", "--check"], world);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^qwen +stdio +on$/m)]);
});

test("a program that is not there, and broken settings, make it fail", async () => {
  const world = machine("cursor", "gemini");
  put(join(world.cwd, ".cursor", "mcp.json"), '{ "mcpServers": { "nacre": { "command": "/gone/nacre" } } }');
  const first = await cli(["init", "--check"], world);
  expect([first.code, first.stdout]).toEqual([1, expect.stringContaining("; not there: /gone/nacre\n")]);
  put(join(world.home, ".gemini", "settings.json"), "{ oops");
  const { code, stdout } = await cli(["init", "--check"], world);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^gemini +settings broken[\s\S]*settings\.json, line 1, column 3/m),
  ]);
});

test("at 40 columns no line is longer, but for words that are", async () => {
  const world = { ...machine("codex", "copilot", "cn", "opencode"), columns: 40 };
  await cli(["init", "--write", "codex", "--yes"], world);
  const { stdout } = await cli(["init", "--check"], world);
  expect(stdout).toMatch(/^codex\n {2}nacre: stdio\n {2}own shell: off\n/);
  const long = stdout.split("\n").filter((line) => line.length > 40 && line.trim().includes(" "));
  expect(long).toEqual([]);
});

test("as JSON every client is told", async () => {
  const { stdout } = await cli(["init", "--check", "--json"], machine("opencode"));
  const states = JSON.parse(stdout) as { client: string; isInstalled: boolean }[];
  expect(states.map(({ client }) => client)).toEqual(CLIENTS.map(({ name }) => name));
  expect(states.find(({ isInstalled }) => isInstalled)).toEqual({
    client: "opencode",
    isInstalled: true,
    nacre: [],
    ownShell: "on",
    problems: [],
  });
});
