import OpenAI from "openai";
import OpenAI6 from "openai-6";
import { openaiChatTools, openaiTools, runOpenAIToolCall } from "../../src/adapters/openai.ts";
import type { CallOptions, Toolkit } from "../../src/index.ts";
import type { AdapterDriver, Answer, ModelCall } from "../contract/adapter.contract.ts";
import { scriptedFetch } from "./scripted-fetch.ts";

const response = (output: object[]): object => ({ id: "resp_1", object: "response", status: "completed", output });
const client = { apiKey: "none", maxRetries: 0 };

const callOptions = ({ signal }: ModelCall, defaults: CallOptions): CallOptions => ({
  ...defaults,
  ...(signal === undefined ? {} : { signal }),
});

/** Two requests to the Responses API through the SDK: the model's call comes back from the first, its answer goes out with the second. */
async function viaResponses(kit: Toolkit, call: ModelCall, defaults: CallOptions = {}): Promise<Answer> {
  const asked = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: call.name,
    arguments: call.written ?? JSON.stringify(call.input),
  };
  const { fetch, sent } = scriptedFetch([response([asked]), response([])]);
  const openai = new OpenAI({ ...client, fetch });
  const { output } = await openai.responses.create({ model: "scripted", input: "go", tools: openaiTools(kit) });
  const calls = output.filter((item) => item.type === "function_call");
  const answers = await Promise.all(calls.map((item) => runOpenAIToolCall(kit, item, callOptions(call, defaults))));
  await openai.responses.create({ model: "scripted", previous_response_id: "resp_1", input: answers });
  return { text: textIn(sent[1]?.["input"], "output") };
}

/** The same over chat completions, with the major of the SDK before it. */
async function viaChat(kit: Toolkit, call: ModelCall, defaults: CallOptions = {}): Promise<Answer> {
  const asked = {
    id: "call_1",
    type: "function",
    function: { name: call.name, arguments: call.written ?? JSON.stringify(call.input) },
  };
  const completion = (message: object): object => ({
    id: "chatcmpl_1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message } }],
  });
  const { fetch, sent } = scriptedFetch([completion({ tool_calls: [asked] }), completion({ content: "done" })]);
  const openai = new OpenAI6({ ...client, fetch });
  const tools = openaiChatTools(kit);
  const messages: OpenAI6.ChatCompletionMessageParam[] = [{ role: "user", content: "go" }];
  const { choices } = await openai.chat.completions.create({ model: "scripted", messages, tools });
  for (const { message } of choices) {
    messages.push(message);
    for (const one of message.tool_calls ?? []) {
      if (one.type === "function") messages.push(await runOpenAIToolCall(kit, one, callOptions(call, defaults)));
    }
  }
  await openai.chat.completions.create({ model: "scripted", messages, tools });
  return { text: textIn(sent[1]?.["messages"], "content") };
}

/** A text of the last item of what was sent. */
function textIn(items: unknown, field: string): string {
  const last: unknown = Array.isArray(items) ? items.at(-1) : undefined;
  return typeof last === "object" && last !== null ? String(new Map(Object.entries(last)).get(field)) : "";
}

const traits = { marksErrors: false, isLive: false, answersAborted: true, findsTools: true };

export const openaiDrivers: readonly AdapterDriver[] = [
  {
    name: "openai responses",
    tools: async (kit) =>
      openaiTools(kit).map(({ name, description, parameters: schema }) => ({ name, description, schema })),
    call: (kit, call) => viaResponses(kit, call),
    callIn: (kit, sessionId, call) => viaResponses(kit, call, { sessionId }),
    ...traits,
  },
  {
    name: "openai chat completions",
    tools: async (kit) =>
      openaiChatTools(kit).map(({ function: { name, description, parameters: schema } }) => ({
        name,
        description,
        schema,
      })),
    call: (kit, call) => viaChat(kit, call),
    callIn: (kit, sessionId, call) => viaChat(kit, call, { sessionId }),
    ...traits,
  },
];
