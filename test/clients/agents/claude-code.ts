import { type Agent, asItIs, PROMPT } from "./agent.ts";

export const claudeCode: Agent = {
  name: "Claude Code",
  from: "@anthropic-ai/claude-code",
  bin: "claude",
  setup: ({ model, server }) => ({
    files: {},
    env: {
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    args: [
      "--print",
      PROMPT,
      "--strict-mcp-config",
      "--mcp-config",
      JSON.stringify({ mcpServers: { nacre: { type: "stdio", ...server } } }),
      "--allowedTools",
      "mcp__nacre",
    ],
  }),
  unwrap: asItIs,
};
