import { talkAcp } from "../talk/acp.ts";
import { type Agent, PROMPT } from "./agent.ts";
import { textInReportedError } from "./gemini-cli.ts";

export const qwenCode: Agent = {
  name: "Qwen Code",
  from: "@qwen-code/qwen-code",
  bin: "qwen",
  setup: ({ model, server }) => ({
    files: {
      ".qwen/settings.json": JSON.stringify({
        mcpServers: { nacre: { ...server, trust: true } },
        security: { auth: { selectedType: "openai" } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    },
    env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: "qwen3-coder-plus" },
    once: ["--approval-mode", "yolo", PROMPT],
    talking: ["--approval-mode", "yolo", "--acp"],
  }),
  cancels: true,
  talk: talkAcp,
  unwrap: (text) => textInReportedError(text) ?? text,
};
