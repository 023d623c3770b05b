/**
 * The toolkit as LangChain tools (`@langchain/core` 1).
 *
 * Responsibilities: names the tools, passes each call on, converts the result to LangChain's type: text for the model, the
 * whole `ToolResult` as the artifact.
 * Does not: judge. LangChain itself checks input against the schema before a call gets here.
 */
import { ToolMessage } from "@langchain/core/messages";
import { DynamicStructuredTool } from "@langchain/core/tools";
import type { ToolResult } from "../tools/tool.ts";
import type { Toolkit } from "../tools/toolkit.ts";
import { type CallDefaults, callLive, type LiveCall, type Running } from "./live-call.ts";

/** The toolkit's tools. What they print comes as tool events while they run, and aborting the run ends them. */
export function langchainTools(kit: Toolkit, defaults: CallDefaults = {}): DynamicStructuredTool[] {
  return kit.schemas("mcp").map(
    ({ name, description, inputSchema: schema }) =>
      new DynamicStructuredTool({
        name,
        description,
        schema,
        responseFormat: "content_and_artifact",
        verboseParsingErrors: true,
        func: (input, _manager, config) =>
          contentOf(kit, { name, input, signal: config?.signal, defaults }, callIdOf(config)),
      }),
  );
}

async function* contentOf(
  kit: Toolkit,
  call: LiveCall,
  callId: string | undefined,
): AsyncGenerator<Running, [content: string | ToolMessage, artifact: ToolResult]> {
  const artifact = yield* callLive(kit, call);
  const content = artifact.error ?? artifact.output;
  // LangChain counts every call that does not throw as a success, so a call that came to nothing sets the status itself.
  if (artifact.metadata.error_kind === undefined || callId === undefined) return [content, artifact];
  return [new ToolMessage({ status: "error", content, artifact, tool_call_id: callId, name: call.name }), artifact];
}

/** The id of the model's call. LangChain passes it, but its types do not name it. */
function callIdOf(config: object | undefined): string | undefined {
  const call = config !== undefined && "toolCall" in config ? config.toolCall : undefined;
  const id = typeof call === "object" && call !== null && "id" in call ? call.id : undefined;
  return typeof id === "string" ? id : undefined;
}
