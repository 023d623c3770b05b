import { talkAcp } from "../talk/acp.ts";
import { type Agent, PROMPT } from "./agent.ts";

export const copilotCli: Agent = {
  name: "Copilot CLI",
  from: "@github/copilot",
  bin: "copilot",
  setup: ({ model, server }) => ({
    files: {
      ".copilot/mcp-config.json": JSON.stringify({
        mcpServers: { nacre: { type: "local", ...server, tools: ["*"] } },
      }),
    },
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-4.1",
      COPILOT_AUTO_UPDATE: "false",
    },
    once: ["--allow-all-tools", "--prompt", PROMPT],
    talking: ["--allow-all-tools", "--acp"],
  }),
  cancels: true,
  talk: talkAcp,
  unwrap: (text) => text.replace(/^MCP server 'nacre': /, ""),
};
