/**
 * The toolkit for the Claude Agent SDK (`@anthropic-ai/claude-agent-sdk`): an MCP server in the process of the host.
 *
 * Responsibilities: gives `query({ options: { mcpServers } })` an entry on which the SDK opens its connections.
 * Does not: import the SDK, name the tools, judge; `mcp.ts` is the server.
 */
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Toolkit } from "../tools/toolkit.ts";
import { createMcpServer, type McpServerOptions } from "./mcp.ts";

/** An entry of `mcpServers`, as the SDK's own `createSdkMcpServer` gives it. */
export type ClaudeMcpServer = { type: "sdk"; name: string; instance: McpServer };

/** Options of the server. Its results are text alone: the SDK's program hands a model the data in place of the text. */
export type ClaudeMcpServerOptions = Omit<McpServerOptions, "structured">;

/** The toolkit as an entry of `mcpServers`. Each query opens a connection of its own, so one entry serves many. */
export function claudeMcpServer(kit: Toolkit, options: ClaudeMcpServerOptions = {}): ClaudeMcpServer {
  const instance: Pick<McpServer, "connect"> = {
    connect: (transport) => createMcpServer(kit, options).connect(transport),
  };
  // The SDK types the class of the older MCP package, of which it calls `connect` alone.
  return { type: "sdk", name: options.name ?? "nacre", instance: instance as McpServer };
}
