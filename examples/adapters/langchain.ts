// A tool loop with LangChain: bind the tools to a chat model, run what it asks for, hand the messages back.
// The model is a script, so that this runs without a key; with a provider's model nothing else changes.
import assert from "node:assert/strict";
import { AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { FakeStreamingChatModel } from "@langchain/core/utils/testing";
import { createToolkit } from "nacre";
import { langchainTools } from "nacre/langchain";

const kit = createToolkit({ workingDir: process.cwd() });
const tools = langchainTools(kit);
const args = { command: "printf 'three\\nlines\\nhere\\n' | wc -l" };
const asking = new AIMessageChunk({
  content: "",
  tool_calls: [{ type: "tool_call", id: "call_1", name: "Bash", args }],
});
const model = new FakeStreamingChatModel({ chunks: [asking] }).bindTools(tools);

const messages: BaseMessage[] = [new HumanMessage("How many lines?")];
const reply = await model.invoke(messages);
messages.push(reply);
for (const call of reply.tool_calls ?? []) {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) throw new Error(`there is no tool ${call.name}`);
  messages.push(await tool.invoke({ ...call, type: "tool_call" }, { signal: AbortSignal.timeout(60_000) }));
}
await kit.dispose();

const answer = messages.at(-1);
assert(answer !== undefined && ToolMessage.isInstance(answer));
console.log(answer.text, answer.artifact.metadata);
assert.equal(answer.text.trim(), "3");
assert.equal(answer.artifact.metadata.exit_code, 0);
