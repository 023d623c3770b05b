import { expect, onTestFinished, test } from "vitest";
import { createMcpEndpoint, type McpEndpoint } from "../../../src/apps/server/mcp-endpoint.ts";
import { openToolkit } from "../../support/open-toolkit.ts";

function openEndpoint(): McpEndpoint {
  const endpoint = createMcpEndpoint({
    kit: openToolkit(),
    mcp: {},
    maxSessions: 2,
    idleMs: 60_000,
    onError: () => undefined,
  });
  onTestFinished(() => endpoint.close());
  return endpoint;
}

/** One call of Bash in the newer protocol, by a client that calls itself this. */
async function bash(endpoint: McpEndpoint, client: string, command: string): Promise<string> {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
      name: "Bash",
      arguments: { command },
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
  return (await endpoint.fetch(request, body)).text();
}

test("a client without a session finds its own again by its name, and never another's", async () => {
  const endpoint = openEndpoint();
  await bash(endpoint, "one", "X=kept");
  expect(await bash(endpoint, "one", "echo [$X]")).toContain("[kept]");
  expect(await bash(endpoint, "two", "echo [$X]")).toContain("[]");
});

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
