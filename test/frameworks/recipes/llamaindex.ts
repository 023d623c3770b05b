import { type AgentToolCallResult, type AgentWorkflowState, FunctionAgent } from "@llamaindex/workflow";
import type { BaseToolWithCall } from "llamaindex";
import type { CallOptions, Toolkit } from "nacre";

/** The tools of an agent. LlamaIndex hands no signal to a tool: the one in `options` ends its commands. */
export function llamaIndexTools(kit: Toolkit, options: CallOptions = {}): BaseToolWithCall[] {
  return kit.schemas("mcp").map(({ name, description, inputSchema: parameters }) => ({
    metadata: { name, description, parameters },
    call: async (input: unknown) => {
      const { error, output } = await kit.call(name, input, options);
      return error ?? output;
    },
  }));
}

/** An agent whose model reads results as they are. LlamaIndex itself makes JSON of them and drops quotation marks. */
export class PlainTextAgent extends FunctionAgent {
  override handleToolCallResults(state: AgentWorkflowState, results: AgentToolCallResult[]): Promise<void> {
    const plain = results.map((result) =>
      typeof result.raw === "string" ? { ...result, toolOutput: { ...result.toolOutput, result: result.raw } } : result,
    );
    return super.handleToolCallResults(state, plain);
  }
}
