import { Agent } from "@mastra/core/agent";
import { MockLanguageModelV3 } from "ai-6/test";
import { expect, test } from "vitest";
import { aiTools } from "../../src/adapters/ai-sdk.ts";
import { WORDS } from "../../src/index.ts";
import { inTurn } from "../adapters/ai-sdk-drivers.ts";
import { type AdapterDriver, type Answer, adapterContract, type ModelCall } from "../contract/adapter.contract.ts";
import { openToolkit } from "../support/open-toolkit.ts";
import { mastraTools } from "./recipes/mastra.ts";

type Tools = ReturnType<typeof mastraTools>;

/** Lets Mastra's agent run a model that makes the call; what the model was sent at each step. */
async function promptsOf(tools: Tools, call: ModelCall | undefined): Promise<MockLanguageModelV3["doStreamCalls"]> {
  const model = new MockLanguageModelV3({ doStream: inTurn(call) });
  const agent = new Agent({ id: "contract", name: "contract", instructions: "", model, tools });
  const { text } = await agent.stream("go", {
    maxSteps: 2,
    ...(call?.signal === undefined ? {} : { abortSignal: call.signal }),
  });
  await text;
  return model.doStreamCalls;
}

async function answerOf(tools: Tools, call: ModelCall): Promise<Answer> {
  const [, second] = await promptsOf(tools, call);
  const [result] = second?.prompt.flatMap((message) => (message.role === "tool" ? message.content : [])) ?? [];
  if (result?.type !== "tool-result") throw new Error("the model got no result");
  const { output } = result;
  if (output.type !== "text" && output.type !== "error-text") throw new Error(`the model got ${output.type}`);
  return { text: output.value, isError: output.type === "error-text" };
}

const driver: AdapterDriver = {
  name: "mastra",
  tools: async (kit) => {
    const [first] = await promptsOf(mastraTools(kit), undefined);
    return (first?.tools ?? []).flatMap((tool) =>
      tool.type === "function"
        ? [{ name: tool.name, description: tool.description ?? "", schema: tool.inputSchema }]
        : [],
    );
  },
  call: (kit, call) => answerOf(mastraTools(kit), call),
  callIn: (kit, sessionId, call) => answerOf(mastraTools(kit, sessionId), call),
  marksErrors: true,
  isLive: false,
  answersAborted: false,
  findsTools: false,
};

adapterContract(driver);

test("with a stream instead of a promise the run goes on, and the model reads that nothing ran", async () => {
  const live = Object.entries(aiTools(openToolkit())).map(([id, tool]) => [id, { id, ...tool }]);
  const call = { name: "Bash", input: { command: "echo hello" } };
  expect(await answerOf(Object.fromEntries(live), call)).toEqual({ text: WORDS.streamNotRead(), isError: true });
});
