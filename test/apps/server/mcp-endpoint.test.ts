import { expect, onTestFinished, test } from "vitest";
import { createMcpEndpoint, type EndpointOptions, type McpEndpoint } from "../../../src/apps/server/mcp-endpoint.ts";
import { openToolkit } from "../../support/open-toolkit.ts";
import { waitUntil } from "../../support/wait-until.ts";

function openEndpoint(options: Partial<EndpointOptions> = {}): McpEndpoint {
  const endpoint = createMcpEndpoint({
    kit: openToolkit(),
    mcp: {},
    maxSessions: 2,
    idleMs: 60_000,
    onError: () => undefined,
    ...options,
  });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

/** One call of Bash in the newer protocol, by the client of this name, or without one. */
async function bash(endpoint: McpEndpoint, client: string | undefined, input: object): Promise<string> {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "the same", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
      name: "Bash",
      arguments: input,
    },
  };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "Bash",
  };
  const request = new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(body) });
  return (await endpoint.fetch(request, body, { client })).text();
}

test("a client finds its session again by its name, and never another's", async () => {
  const endpoint = openEndpoint();
  expect(await bash(endpoint, "one", { command: "X=kept" })).toContain("new session");
  const again = await bash(endpoint, "one", { command: "echo [$X]" });
  expect(again).toContain("[kept]");
  expect(again).not.toContain("new session");
  expect(await bash(endpoint, "two", { command: "echo [$X]" })).toContain("[]");
});

test("without a name nothing but the session's id leads to a session, whatever the client calls itself", async () => {
  const endpoint = openEndpoint();
  const opened = await bash(endpoint, undefined, { command: "X=kept" });
  const [session_id] = /session_[0-9a-f]{24}/.exec(opened) ?? [];
  expect(await bash(endpoint, undefined, { command: "echo [$X]" })).toContain("[]");
  expect(await bash(endpoint, undefined, { command: "echo [$X]", session_id })).toContain("[kept]");
  expect(await bash(endpoint, "one", { command: "echo [$X]", session_id })).toContain("[]");
});

test.each(["one", undefined])(
  "what a client left is ended after its time, running or not: the name %s",
  async (client) => {
    const kit = openToolkit();
    const endpoint = openEndpoint({ kit, idleMs: 1000 });
    await bash(endpoint, client, { command: "sleep 300", run_in_background: true });
    expect(kit.shells.listRunning()).toHaveLength(1);
    await waitUntil("its shell to be ended", () => kit.shells.listRunning().length === 0);
  },
);

test("an older client begins with a session of its own", async () => {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } },
  };
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const request = new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(body) });
  const response = await openEndpoint().fetch(request, body);
  expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, expect.any(String)]);
  await response.body?.cancel();
});
