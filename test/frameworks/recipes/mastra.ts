import type { Toolkit } from "nacre";
import { aiTools } from "nacre/ai-sdk";

/** The tools for `new Agent({ tools })`: Mastra awaits a tool, and its types want an id. */
export function mastraTools(kit: Toolkit, sessionId?: string) {
  const tools = Object.entries(aiTools(kit, { sessionId, live: false }));
  return Object.fromEntries(tools.map(([id, tool]) => [id, { id, ...tool }]));
}
