import type { ChildProcess } from "node:child_process";
import { at, listAt, textAt } from "../model/json.ts";
import { Lines, type Talk } from "./lines.ts";

/** The Agent Client Protocol, by which editors talk to agents. */
export async function talkAcp(client: ChildProcess, project: string): Promise<Talk> {
  const lines = new Lines(client, (message) => {
    if (at(message, "method") !== "session/request_permission") return undefined;
    const options = listAt(message, "params", "options");
    const allow = options.find((option) => textAt(option, "kind").startsWith("allow"));
    return { outcome: { outcome: "selected", optionId: textAt(allow, "optionId") } };
  });
  await lines.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const session = await lines.request("session/new", { cwd: project, mcpServers: [] });
  const sessionId = textAt(session, "sessionId");
  return {
    say: async (text) => {
      await lines.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    },
    stop: async () => lines.notify("session/cancel", { sessionId }),
  };
}
