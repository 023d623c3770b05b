import Anthropic from "@anthropic-ai/sdk";
import { anthropicTools, runAnthropicToolUse } from "../../src/adapters/anthropic.ts";
import type { Toolkit } from "../../src/index.ts";
import type { AdapterDriver, Answer, ModelCall, ToldTool } from "../contract/adapter.contract.ts";
import { type SentBody, scriptedFetch } from "./scripted-fetch.ts";

/** An answer of the API. */
export const message = (content: object[], stop_reason: string): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "scripted",
  content,
  stop_reason,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const turns = ({ name, input, written }: ModelCall): readonly object[] => [
  message([{ type: "tool_use", id: "toolu_1", name, input: written ?? input }], "tool_use"),
  message([{ type: "text", text: "done" }], "end_turn"),
];

const request = {
  model: "scripted",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "go" }],
};

type Options = { readonly sessionId?: string };

/** A loop of one's own: two requests, and our function between them. */
async function viaLoop(kit: Toolkit, call: ModelCall, options: Options = {}): Promise<Answer> {
  const { fetch, sent } = scriptedFetch(turns(call));
  const anthropic = new Anthropic({ apiKey: "none", maxRetries: 0, fetch });
  const tools = anthropicTools(kit);
  const { content } = await anthropic.messages.create({ ...request, tools });
  const uses = content.filter((block) => block.type === "tool_use");
  const { signal } = call;
  const context = { ...options, ...(signal === undefined ? {} : { signal }) };
  const results = await Promise.all(uses.map((block) => runAnthropicToolUse(kit, block, context)));
  const messages = [
    ...request.messages,
    { role: "assistant" as const, content },
    { role: "user" as const, content: results },
  ];
  await anthropic.messages.create({ ...request, messages, tools });
  return answerIn(sent[1]);
}

/** The SDK's own loop, which calls our tools itself. */
async function viaRunner(kit: Toolkit, call: ModelCall, options: Options = {}): Promise<Answer> {
  const { fetch, sent } = scriptedFetch(turns(call));
  const anthropic = new Anthropic({ apiKey: "none", maxRetries: 0, fetch });
  const { signal } = call;
  const tools = anthropicTools(kit, options);
  const runner = anthropic.beta.messages.toolRunner({ ...request, tools }, signal === undefined ? {} : { signal });
  await runner;
  return answerIn(sent[1]);
}

/** The tool_result in what was sent last. */
function answerIn(body: SentBody | undefined): Answer {
  const messages = body?.["messages"];
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = fieldsOf(last).get("content");
  const result = fieldsOf(Array.isArray(content) ? content[0] : undefined);
  return { text: String(result.get("content")), isError: result.get("is_error") === true };
}

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(typeof value === "object" && value !== null ? value : {}));

/** What the API was told: the request's own JSON. */
async function toldTo(kit: Toolkit): Promise<readonly ToldTool[]> {
  const { fetch, sent } = scriptedFetch([message([], "end_turn")]);
  const anthropic = new Anthropic({ apiKey: "none", maxRetries: 0, fetch });
  await anthropic.messages.create({ ...request, tools: anthropicTools(kit) });
  const told = sent[0]?.["tools"];
  return (Array.isArray(told) ? told : []).map(({ input_schema: schema, ...tool }) => ({ ...tool, schema }));
}

export const anthropicDrivers: readonly AdapterDriver[] = [
  {
    name: "anthropic messages",
    tools: toldTo,
    call: (kit, call) => viaLoop(kit, call),
    callIn: (kit, sessionId, call) => viaLoop(kit, call, { sessionId }),
    marksErrors: true,
    isLive: false,
    answersAborted: true,
    findsTools: true,
  },
  {
    name: "anthropic tool runner",
    tools: toldTo,
    call: (kit, call) => viaRunner(kit, call),
    callIn: (kit, sessionId, call) => viaRunner(kit, call, { sessionId }),
    marksErrors: true,
    isLive: false,
    answersAborted: false,
    findsTools: true,
  },
];
