import { talkAcp } from "../talk/acp.ts";
import { type Agent, asItIs, PROMPT } from "./agent.ts";

export const opencode: Agent = {
  name: "opencode",
  from: "opencode-ai",
  bin: "opencode",
  setup: ({ model, server: { command, args } }) => ({
    files: {
      ".config/opencode/opencode.json": JSON.stringify({
        model: "scripted/scripted",
        small_model: "scripted/scripted",
        autoupdate: false,
        share: "disabled",
        permission: "allow",
        mcp: { nacre: { type: "local", command: [command, ...args], enabled: true } },
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${model}/v1`, apiKey: "none" },
            models: { scripted: { limit: { context: 1_000_000, output: 10_000 } } },
          },
        },
      }),
    },
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
    once: ["run", PROMPT],
    talking: ["acp"],
  }),
  cancels: true,
  talk: talkAcp,
  unwrap: asItIs,
};
