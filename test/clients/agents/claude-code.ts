import { talkClaude } from "../talk/claude-stream.ts";
import { type Agent, asItIs, PROMPT } from "./agent.ts";

const JSON_LINES = "stream-json";

const toolsOf = (server: object): readonly string[] => [
  "--strict-mcp-config",
  "--mcp-config",
  JSON.stringify({ mcpServers: { nacre: { type: "stdio", ...server } } }),
  "--allowedTools",
  "mcp__nacre",
];

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
    once: ["--print", PROMPT, ...toolsOf(server)],
    talking: ["--print", "--verbose", "--input-format", JSON_LINES, "--output-format", JSON_LINES, ...toolsOf(server)],
  }),
  cancels: true,
  talk: talkClaude,
  unwrap: asItIs,
};
