import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { changesFor, textAfter } from "../../../../src/apps/cli/clients/changes.ts";
import type { Client, Whereabouts } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS, clientNamed } from "../../../../src/apps/cli/clients/client-list.ts";
import { inspectClient } from "../../../../src/apps/cli/clients/inspect-client.ts";
import { tempDir } from "../../../support/temp-dir.ts";

const named = (name: string): Client => clientNamed(name) ?? expect.unreachable();

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** An empty home and project, with a nacre on PATH. */
function somewhere(): Whereabouts {
  const [home, cwd, bin] = [tempDir(), tempDir(), tempDir()];
  put(join(bin, "nacre"), "#!/bin/sh\n", 0o755);
  put(join(cwd, "nacre.config.json"), "{}");
  return { home, cwd, env: { PATH: bin } };
}

test.each(CLIENTS)("$name: not there, then set up over stdio", (client) => {
  const where = somewhere();
  expect(inspectClient(client, where)).toMatchObject({ isInstalled: false, nacre: [], problems: [] });
  const changes = changesFor(client, where);
  for (const change of changes) put(change.path, textAfter("", change));
  const state = inspectClient(client, where);
  expect(state).toMatchObject({
    nacre: [{ transport: "stdio", file: changes[0]?.path, isDisabled: false, missing: [] }],
    ownShell: client.shell.kind === "settings" ? "off" : "unknown",
    problems: [],
  });
  expect(state.nacre[0]?.words).toContain("mcp");
});

test.each(CLIENTS.filter(({ http }) => http !== undefined))("$name: set up over HTTP", (client) => {
  const where = somewhere();
  for (const change of changesFor(client, where, "http://127.0.0.1:1/mcp/x")) put(change.path, textAfter("", change));
  expect(inspectClient(client, where).nacre).toMatchObject([{ transport: "http", url: "http://127.0.0.1:1/mcp/x" }]);
});

test("a client is found by its program or its folder", () => {
  const [where, other] = [somewhere(), somewhere()];
  put(join(where.env["PATH"] ?? "", "codex"), "", 0o755);
  mkdirSync(join(other.home, ".codex"));
  expect([where, other].map((one) => inspectClient(named("codex"), one).isInstalled)).toEqual([true, true]);
});

test("settings of the user count too, and what claude mcp add wrote for this project", () => {
  const where = somewhere();
  put(
    join(where.home, ".claude.json"),
    JSON.stringify({ projects: { [where.cwd]: { mcpServers: { nacre: { command: "nacre" } } } } }),
  );
  put(join(where.home, ".claude", "settings.json"), '{ "permissions": { "deny": ["Bash"] } }');
  expect(inspectClient(named("claude-code"), where)).toMatchObject({
    nacre: [{ file: join(where.home, ".claude.json"), words: ["nacre"] }],
    ownShell: "off",
  });
});

test("what an entry names and is not there is told", () => {
  const where = somewhere();
  const entry = { command: "/gone/nacre", args: ["mcp", "--config", "/gone/nacre.config.json"], disabled: true };
  put(join(where.cwd, ".cursor", "mcp.json"), JSON.stringify({ mcpServers: { nacre: entry } }));
  expect(inspectClient(named("cursor"), where).nacre).toMatchObject([
    { missing: ["/gone/nacre", "/gone/nacre.config.json"], isDisabled: true },
  ]);
});

test("broken settings are a problem with a place, told once", () => {
  const where = somewhere();
  put(join(where.cwd, ".gemini", "settings.json"), "{\n  nope\n}");
  const { problems, ownShell } = inspectClient(named("gemini"), where);
  expect([problems.length, problems[0], ownShell]).toEqual([
    1,
    expect.stringContaining("settings.json, line 2, column 3"),
    "on",
  ]);
});
