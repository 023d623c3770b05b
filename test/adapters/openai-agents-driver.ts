import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import OpenAI from "openai";
import { type OpenAIAgentsTool, openaiAgentsTools } from "../../src/adapters/openai-agents.ts";
import type { AdapterDriver, Answer, ModelCall } from "../contract/adapter.contract.ts";
import { type SentBody, scriptedFetch } from "./scripted-fetch.ts";

type AgentOptions = ConstructorParameters<typeof Agent>[0];

const message = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "done", annotations: [] }],
};

/** Runs an agent over the Responses API, whose model makes the calls and then says a word; what was sent to it. */
export async function runAgent(
  tools: NonNullable<AgentOptions["tools"]>,
  calls: readonly object[],
  signal?: AbortSignal,
): Promise<readonly SentBody[]> {
  const turns = [...(calls.length === 0 ? [] : [calls]), [message]];
  const { fetch, sent } = scriptedFetch(
    turns.map((output, index) => ({ id: `resp_${index}`, object: "response", status: "completed", output })),
  );
  const openAIClient = new OpenAI({ apiKey: "none", maxRetries: 0, fetch });
  const runner = new Runner({ modelProvider: new OpenAIProvider({ openAIClient }), tracingDisabled: true });
  const agent = new Agent({ name: "contract", model: "scripted", tools });
  await runner.run(agent, "go", signal === undefined ? {} : { signal });
  return sent;
}

async function answerOf(tools: OpenAIAgentsTool[], { name, input, signal }: ModelCall): Promise<Answer> {
  const asked = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name,
    arguments: JSON.stringify(input),
    status: "completed",
  };
  const [, second] = await runAgent(tools, [asked], signal);
  return { text: lastOutput(second) };
}

/** The output of the last item that a request carried. */
export function lastOutput(request: SentBody | undefined): string {
  const items = request?.["input"];
  const last: unknown = Array.isArray(items) ? items.at(-1) : undefined;
  const output = typeof last === "object" && last !== null && "output" in last ? last.output : undefined;
  return typeof output === "string" ? output : JSON.stringify(output);
}

/** The schema without the empty list that the SDK's type demands; it means the same. */
function toldSchema({ required, ...rest }: Readonly<Record<string, unknown>>): object {
  return Array.isArray(required) && required.length > 0 ? { ...rest, required } : rest;
}

export const openaiAgentsDriver: AdapterDriver = {
  name: "openai agents",
  tools: async (kit) => {
    const [request] = await runAgent(openaiAgentsTools(kit), []);
    const told: unknown = request?.["tools"];
    return (Array.isArray(told) ? told : []).map(({ name, description, parameters }) => ({
      name,
      description,
      schema: toldSchema(parameters),
    }));
  },
  call: (kit, call) => answerOf(openaiAgentsTools(kit), call),
  callIn: (kit, sessionId, call) => answerOf(openaiAgentsTools(kit, { sessionId }), call),
  marksErrors: false,
  isLive: false,
  answersAborted: false,
  findsTools: false,
};
