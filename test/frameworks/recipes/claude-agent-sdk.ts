import { type Options, type Query, query } from "@anthropic-ai/claude-agent-sdk";
import type { Toolkit } from "nacre";
import { claudeMcpServer } from "nacre/claude-agent-sdk";

/** Asks an agent that has nacre's tools, and none of its own: its Bash would be neither judged nor contained. */
export function ask(kit: Toolkit, prompt: string, options: Options = {}): Query {
  const mcpServers = { nacre: claudeMcpServer(kit) };
  return query({ prompt, options: { ...options, mcpServers, tools: [], allowedTools: ["mcp__nacre__*"] } });
}
