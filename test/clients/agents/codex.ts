import { talkCodex } from "../talk/codex-app-server.ts";
import { type Agent, PROMPT } from "./agent.ts";

export const codex: Agent = {
  name: "Codex",
  from: "@openai/codex",
  bin: "codex",
  setup: ({ model, server }) => ({
    files: {
      ".codex/config.toml": `
model = "gpt-5.5" # a name of its own catalogue: tools and cuts depend on it
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
[mcp_servers.nacre]
command = ${JSON.stringify(server.command)}
args = ${JSON.stringify(server.args)}
required = true
tool_timeout_sec = 120
`,
    },
    env: {},
    once: ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", PROMPT],
    talking: ["app-server"],
  }),
  cancels: true,
  talk: talkCodex,
  unwrap: (text) => text.replace(/^Wall time: [\d.]+ seconds\nOutput:/, ""),
};
