import { isStepCount, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { stepCountIs, streamText as streamText6 } from "ai-6";
import { MockLanguageModelV3 } from "ai-6/test";
import { type AiTool, type AiToolEnd, aiTools } from "../../src/adapters/ai-sdk.ts";
import type { Toolkit } from "../../src/index.ts";
import type { AdapterDriver, Answer, ModelCall, ToldTool } from "../contract/adapter.contract.ts";

type Tools = Record<string, AiTool> | Record<string, AiTool<Promise<AiToolEnd>>>;
type Part = { readonly type: string; readonly preliminary?: boolean | undefined; readonly output?: unknown };
/** One run of the SDK: its stream, and the requests its model got. */
type Run = { readonly parts: AsyncIterable<Part>; readonly requests: () => readonly Request[] };
type Request = { readonly prompt: unknown; readonly tools?: unknown };
type Start = (tools: Tools, call: ModelCall | undefined) => Run;

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** What both majors' models may say. */
type Said =
  | { type: "stream-start"; warnings: [] }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: string }
  | { type: "text-start" | "text-end"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | {
      type: "finish";
      usage: typeof USAGE;
      finishReason: { unified: "stop" | "tool-calls"; raw: undefined };
    };

/** The model's turns: the call, then a word to end with. */
function turns(call: ModelCall | undefined): readonly (readonly Said[])[] {
  const turn = (parts: readonly Said[], unified: "stop" | "tool-calls"): readonly Said[] => [
    { type: "stream-start", warnings: [] },
    ...parts,
    { type: "finish", usage: USAGE, finishReason: { unified, raw: undefined } },
  ];
  const done = turn(
    [
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "done" },
      { type: "text-end", id: "t" },
    ],
    "stop",
  );
  if (call === undefined) return [done];
  const input = call.written ?? JSON.stringify(call.input);
  return [turn([{ type: "tool-call", toolCallId: "call_1", toolName: call.name, input }], "tool-calls"), done];
}

/** A model that says its turns one after another. */
export function inTurn(call: ModelCall | undefined): () => Promise<{ stream: ReadableStream<Said> }> {
  const streams = turns(call).map(streamOf).values();
  return async () => {
    const { value: stream } = streams.next();
    if (stream === undefined) throw new Error("the script is over");
    return { stream };
  };
}

function streamOf<T>(parts: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

const start7: Start = (tools, call) => {
  const model = new MockLanguageModelV4({ doStream: inTurn(call) });
  const { fullStream } = streamText({
    model,
    prompt: "go",
    tools,
    stopWhen: isStepCount(2),
    ...(call?.signal === undefined ? {} : { abortSignal: call.signal }),
    onError: () => undefined,
  });
  return { parts: fullStream, requests: () => model.doStreamCalls };
};

const start6: Start = (tools, call) => {
  const model = new MockLanguageModelV3({ doStream: inTurn(call) });
  const { fullStream } = streamText6({
    model,
    prompt: "go",
    tools,
    stopWhen: stepCountIs(2),
    ...(call?.signal === undefined ? {} : { abortSignal: call.signal }),
    onError: () => undefined,
  });
  return { parts: fullStream, requests: () => model.doStreamCalls };
};

async function answerOf(tools: Tools, call: ModelCall, start: Start): Promise<Answer> {
  const { parts, requests } = start(tools, call);
  for await (const { type, preliminary, output } of parts) {
    if (type === "tool-result" && preliminary === true && isOutput(output) && output.kind === "running") {
      call.onLive?.(output.output);
    }
  }
  const prompt = requests()[1]?.prompt;
  const message: unknown = Array.isArray(prompt) ? prompt.at(-1) : undefined;
  const content = isObject(message) && Array.isArray(message["content"]) ? message["content"] : [];
  const [result]: unknown[] = content;
  const output = isObject(result) && isObject(result["output"]) ? result["output"] : {};
  return { text: String(output["value"]), isError: String(output["type"]).startsWith("error") };
}

async function toldBy(tools: Tools, start: Start): Promise<readonly ToldTool[]> {
  const { parts, requests } = start(tools, undefined);
  for await (const { type } of parts) if (type === "error") throw new Error("the run failed");
  const told = requests()[0]?.tools;
  return (Array.isArray(told) ? told : []).map(({ name, description, inputSchema: schema }) => ({
    name,
    description,
    schema,
  }));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isOutput = (value: unknown): value is { kind: string; output: string } => isObject(value) && "kind" in value;

/** Makes the tools of a toolkit; with a session id, for a conversation of its own. */
type MakeTools = (kit: Toolkit, defaults?: { readonly sessionId: string }) => Tools;

const driver = (name: string, start: Start, make: MakeTools = aiTools): AdapterDriver => ({
  name,
  tools: (kit) => toldBy(make(kit), start),
  call: (kit, call) => answerOf(make(kit), call, start),
  callIn: (kit, sessionId, call) => answerOf(make(kit, { sessionId }), call, start),
  marksErrors: true,
  isLive: make === aiTools,
  answersAborted: false,
  findsTools: true,
});

export const aiSdkDrivers: readonly AdapterDriver[] = [
  driver("ai 7", start7),
  driver("ai 7 without live output", start7, (kit, defaults) => aiTools(kit, { ...defaults, live: false })),
  driver("ai 6", start6),
];
