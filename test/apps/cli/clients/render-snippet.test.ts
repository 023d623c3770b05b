import { expect, test } from "vitest";
import { clientNameFor } from "../../../../src/apps/cli/client-name.ts";
import type { Client } from "../../../../src/apps/cli/clients/client.ts";
import { CLIENTS, clientNamed } from "../../../../src/apps/cli/clients/client-list.ts";
import { aboutHttp, remarksOn, renderSnippet } from "../../../../src/apps/cli/clients/render-snippet.ts";

const WHERE = { home: "/home/u", env: {}, cwd: "/a b" };
const named = (name: string): Client => clientNamed(name) ?? expect.unreachable();

test("a snippet is what the file holds, below its path, and the sentences about it", () => {
  expect(renderSnippet(named("codex"), WHERE)).toBe(`# Codex: /a b/.codex/config.toml
[mcp_servers.nacre]
command = "nacre"
args = ["mcp", "--config", "/a b/nacre.config.json"]
required = true

[features]
shell_tool = false
unified_exec = false

# This turns off the shell that Codex has of its own: nacre neither judges nor contains what runs there, and models are trained on it.
# Codex reads .codex/config.toml only in a project that it trusts; elsewhere neither nacre nor the switch counts.
# Codex asks its own question before nacre's.

`);
});

test.each(CLIENTS)("$name is told about its own shell", (client) => {
  expect(remarksOn(client).filter((remark) => remark.includes(client.why))).toHaveLength(1);
  expect(renderSnippet(client, WHERE)).not.toContain("npx");
});

test("a client that takes no address is told so, and one that takes it keeps the token out of its file", () => {
  const url = "http://127.0.0.1:7717/mcp/x";
  expect(renderSnippet(named("claude-desktop"), WHERE, url)).toMatch(/^# Claude Desktop takes no address/m);
  expect(renderSnippet(named("gemini"), WHERE, url)).toContain('"Authorization": "Bearer ${NACRE_TOKEN}"');
});

test("over HTTP the made-up name, its token and what shares it are told", () => {
  const name = clientNameFor("/a b");
  expect(aboutHttp("/a b")).toMatch(
    new RegExp(`nacre token ${name} prints[\\s\\S]*All windows that use this name share`),
  );
});
