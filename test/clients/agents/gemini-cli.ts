import { at, contentText } from "../model/json.ts";
import { talkAcp } from "../talk/acp.ts";
import { type Agent, PROMPT } from "./agent.ts";

const MODE = ["--model", "gemini-2.5-flash", "--skip-trust", "--approval-mode", "yolo"];

export const geminiCli: Agent = {
  name: "Gemini CLI",
  from: "@google/gemini-cli",
  bin: "gemini",
  setup: ({ model, server }) => ({
    files: {
      ".gemini/settings.json": JSON.stringify({
        mcpServers: { nacre: { ...server, trust: true } },
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    },
    env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: model },
    once: [...MODE, "--prompt", PROMPT],
    talking: [...MODE, "--acp"],
  }),
  // The call only ends for the model; the server hears nothing and goes on.
  cancels: false,
  talk: talkAcp,
  unwrap: (text) =>
    /^<untrusted_context>\n([^]*)\n<\/untrusted_context>$/.exec(text)?.[1] ?? textInReportedError(text) ?? text,
};

/** The text of a result that is an error: this client, and its fork, tell the whole result as JSON in a sentence. */
export function textInReportedError(text: string): string | undefined {
  const told = / reported tool error for function call: .* with response: (\[[^]*\])$/.exec(text)?.[1];
  if (told === undefined) return undefined;
  const [part]: readonly unknown[] = JSON.parse(told);
  return contentText(at(part, "functionResponse", "response", "content"));
}
