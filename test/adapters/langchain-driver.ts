import { AIMessageChunk, ToolMessage } from "@langchain/core/messages";
import type { DynamicStructuredTool } from "@langchain/core/tools";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { langchainTools } from "../../src/adapters/langchain.ts";
import type { AdapterDriver, Answer, ModelCall } from "../contract/adapter.contract.ts";

/** What a loop over a chat model's tool calls does; like LangChain's own agents, it makes a thrown error the tool's message. */
async function answerOf(tools: DynamicStructuredTool[], asked: ModelCall): Promise<Answer> {
  const { name, input, written, signal, onLive } = asked;
  // The type of `args` has no texts; a chat model that does not check its model's JSON lets them through.
  const args =
    written === undefined ? Object.fromEntries(Object.entries(input ?? {})) : JSON.parse(JSON.stringify(written));
  const asking = new AIMessageChunk({ content: "", tool_calls: [{ type: "tool_call", id: "call_1", name, args }] });
  const model = new FakeStreamingChatModel({ chunks: [asking], sleep: 0 }).bindTools(tools);
  const { tool_calls: [call] = [] } = await model.invoke("go");
  const tool = tools.find((one) => one.name === call?.name);
  if (call === undefined || tool === undefined) throw new Error(`the model's call of ${name} did not arrive`);
  const message: unknown = await tool
    .invoke(
      { ...call, type: "tool_call" },
      {
        ...(signal === undefined ? {} : { signal }),
        callbacks: [{ handleToolEvent: (event: unknown) => onLive?.(outputOf(event)) }],
      },
    )
    .catch((error: unknown) => new ToolMessage({ status: "error", content: String(error), tool_call_id: "call_1" }));
  if (!ToolMessage.isInstance(message)) throw new Error(`no ToolMessage came back: ${String(message)}`);
  return { text: message.text, isError: message.status === "error" };
}

const outputOf = (event: unknown): string =>
  typeof event === "object" && event !== null && "output" in event ? String(event.output) : "";

export const langchainDriver: AdapterDriver = {
  name: "langchain",
  tools: async (kit) =>
    langchainTools(kit).map((tool) => {
      const { function: told } = convertToOpenAITool(tool);
      return { name: told.name, description: told.description ?? "", schema: told.parameters };
    }),
  call: (kit, call) => answerOf(langchainTools(kit), call),
  callIn: (kit, sessionId, call) => answerOf(langchainTools(kit, { sessionId }), call),
  marksErrors: true,
  isLive: true,
  answersAborted: true,
  findsTools: false,
};
