import { FunctionAgent, multiAgent } from "@llamaindex/workflow";
import {
  type BaseToolWithCall,
  type ChatResponse,
  type ChatResponseChunk,
  type LLMChatParamsNonStreaming,
  type LLMChatParamsStreaming,
  ToolCallLLM,
} from "llamaindex";
import { expect, test } from "vitest";
import { type AdapterDriver, type Answer, adapterContract, type ModelCall } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { llamaIndexTools, PlainTextAgent } from "./recipes/llamaindex.ts";

/** A model that makes one call, if it is given one, and then says a word. It keeps what it was sent. */
class ScriptedLLM extends ToolCallLLM {
  readonly sent: (LLMChatParamsStreaming | LLMChatParamsNonStreaming)[] = [];
  override readonly supportToolCall = true;
  override readonly metadata = {
    model: "scripted",
    temperature: 0,
    topP: 1,
    contextWindow: 100_000,
    tokenizer: undefined,
    structuredOutput: false,
  };

  readonly #call: ModelCall | undefined;

  constructor(call: ModelCall | undefined) {
    super();
    this.#call = call;
  }

  override chat(params: LLMChatParamsStreaming): Promise<AsyncIterable<ChatResponseChunk>>;
  override chat(params: LLMChatParamsNonStreaming): Promise<ChatResponse>;
  override async chat(
    params: LLMChatParamsStreaming | LLMChatParamsNonStreaming,
  ): Promise<AsyncIterable<ChatResponseChunk> | ChatResponse> {
    this.sent.push(params);
    return this.#turn(this.sent.length);
  }

  async *#turn(number: number): AsyncGenerator<ChatResponseChunk> {
    if (number > 1 || this.#call === undefined) yield { raw: null, delta: "done" };
    else {
      const { name, input } = this.#call;
      yield {
        raw: null,
        delta: "",
        options: { toolCall: [{ id: "call_1", name, input: JSON.parse(JSON.stringify(input)) }] },
      };
    }
  }
}

async function sentBy(
  tools: BaseToolWithCall[],
  call: ModelCall | undefined,
  Agent = PlainTextAgent,
): Promise<ScriptedLLM["sent"]> {
  const llm = new ScriptedLLM(call);
  const rootAgent = new Agent({ tools, llm });
  await multiAgent({ agents: [rootAgent], rootAgent }).run("go");
  return llm.sent;
}

async function answerOf(tools: BaseToolWithCall[], call: ModelCall, Agent = PlainTextAgent): Promise<Answer> {
  const [, second] = await sentBy(tools, call, Agent);
  const { options = {} } = second?.messages.at(-1) ?? {};
  const result = "toolResult" in options ? options.toolResult : undefined;
  if (typeof result !== "object" || result === null || !("result" in result)) throw new Error("no result came back");
  return { text: String(result.result) };
}

const optionsOf = ({ signal }: ModelCall): { signal?: AbortSignal } => (signal === undefined ? {} : { signal });

const driver: AdapterDriver = {
  name: "llamaindex",
  tools: async (kit) => {
    const [first] = await sentBy(llamaIndexTools(kit), undefined);
    return (first?.tools ?? []).map(({ metadata: { name, description, parameters: schema } }) => ({
      name,
      description,
      schema,
    }));
  },
  call: (kit, call) => answerOf(llamaIndexTools(kit, optionsOf(call)), call),
  callIn: (kit, sessionId, call) => answerOf(llamaIndexTools(kit, { ...optionsOf(call), sessionId }), call),
  marksErrors: false,
  isLive: false,
  answersAborted: true,
  findsTools: false,
};

adapterContract(driver);

test("the recipe's agent keeps lines and quotation marks, which LlamaIndex's own does not", async () => {
  const tools = llamaIndexTools(openToolkit());
  const call = { name: "Bash", input: { command: "echo 'say \"hi\"'" } };
  expect(await answerOf(tools, call)).toEqual({ text: 'say "hi"\n' });
  expect(await answerOf(tools, call, FunctionAgent)).not.toEqual({ text: 'say "hi"\n' });
});
