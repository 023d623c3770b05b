import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientNameFor } from "../../../../src/apps/cli/client-name.ts";
import { CLIENTS } from "../../../../src/apps/cli/clients/client-list.ts";
import { cli } from "../../../support/cli.ts";
import { tempDir } from "../../../support/temp-dir.ts";

test.skipIf(process.getuid?.() === 0)("init where nothing can be written is a sentence", async () => {
  const cwd = tempDir();
  chmodSync(cwd, 0o555);
  expect(await cli(["init"], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be written") });
});

test("init in a directory that is gone is a sentence", async () => {
  const { code, stderr } = await cli(["init"], { cwd: join(tempDir(), "gone") });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^nacre: .*gone\/nacre\.config\.json cannot be written/)]);
});

/** A home with these programs on PATH, and an empty project. */
function machine(...programs: readonly string[]): { home: string; cwd: string; env: Record<string, string> } {
  const bin = tempDir();
  for (const name of programs) writeFileSync(join(bin, name), "#!/bin/sh\n", { mode: 0o755 });
  return { home: tempDir(), cwd: tempDir(), env: { PATH: bin } };
}

test("init names the clients it finds on this machine, and the one command that sets each up", async () => {
  const { code, stdout } = await cli(["init"], machine("claude", "codex"));
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^wrote nacre\.config\.json\nwrote nacre\.rules\.json\n[\s\S]*\n {2}claude-code {2}nacre init --write claude-code\n {2}codex {8}nacre init --write codex\nNot found: claude-desktop, gemini, /,
    ),
  ]);
});

test("init says when it finds none", async () => {
  expect((await cli(["init"], machine())).stdout).toContain("No client that nacre knows was found on this machine.\n");
});

test("--client prints what to paste into one, --all into every one, and neither writes anything", async () => {
  const world = machine();
  const one = await cli(["init", "--client", "codex"], world);
  expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining("there is no nacre.config.json here yet") });
  expect(one.stdout).toContain('[mcp_servers.nacre]\ncommand = "nacre"\n');
  const { stdout } = await cli(["init", "--all"], world);
  for (const { title } of CLIENTS) expect(stdout).toContain(`# ${title}: `);
  expect(stdout).not.toContain("npx");
  expect(readdirSync(world.cwd)).toEqual([]);
});

test.each([
  ["http://127.0.0.1:9", "http://127.0.0.1:9/mcp/NAME"],
  ["http://127.0.0.1:9/", "http://127.0.0.1:9/mcp/NAME"],
  ["http://127.0.0.1:9/mcp", "http://127.0.0.1:9/mcp/NAME"],
  ["https://host/mcp/mine", "https://host/mcp/mine"],
])("--http %s is the address %s", async (given, expected) => {
  const world = machine();
  const { stdout } = await cli(["init", "--client", "gemini", "--http", given], world);
  expect(stdout).toContain(`"${expected.replace("NAME", clientNameFor(world.cwd))}"`);
});

test("--http alone takes the usual port", async () => {
  expect((await cli(["init", "--client", "gemini", "--http"], machine())).stdout).toContain(
    "http://127.0.0.1:7717/mcp/",
  );
});

test.each([
  [["--client", "codx"], 'no client is called "codx"; did you mean codex? There are claude-code,'],
  [["--write", "nothing-like-it"], 'no client is called "nothing-like-it"; there are claude-code,'],
  [["--all", "--http", "ftp://x"], "--http ftp://x is no address"],
  [["--all", "--http", "nowhere"], "--http nowhere is no address"],
  [["--http"], "--http needs --client NAME, --all or --write NAME"],
  [["--yes"], "--yes belongs to --write NAME"],
  [["--json"], "--json belongs to --check"],
  [["--write", "codex", "--check"], "cannot be used with option"],
  [["--client", "codex", "--write", "codex"], "cannot be used with option"],
])("init %j is wrong usage", async (words, sentence) => {
  const world = machine();
  const { code, stdout, stderr } = await cli(["init", ...words], world);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(sentence)]);
  expect(readdirSync(world.cwd)).toEqual([]);
});
