// An agent with the AI SDK: it runs a command, shows what is printed while it runs, and answers.
// The model is a script, so that this runs without a key; with a provider's model nothing else changes.
import assert from "node:assert/strict";
import { isStepCount, simulateReadableStream, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createToolkit } from "nacre";
import { aiTools } from "nacre/ai-sdk";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const input = JSON.stringify({ command: "echo compiling; sleep 0.4; echo done" });
const model = new MockLanguageModelV4({
  doStream: [
    {
      stream: simulateReadableStream({
        chunks: [
          { type: "tool-call", toolCallId: "call_1", toolName: "Bash", input },
          { type: "finish", usage, finishReason: { unified: "tool-calls", raw: undefined } },
        ],
      }),
    },
    {
      stream: simulateReadableStream({
        chunks: [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: "It compiled." },
          { type: "text-end", id: "1" },
          { type: "finish", usage, finishReason: { unified: "stop", raw: undefined } },
        ],
      }),
    },
  ],
});

const kit = createToolkit({ workingDir: process.cwd() });
const { fullStream, text } = streamText({
  model,
  prompt: "Does it compile?",
  tools: aiTools(kit),
  stopWhen: isStepCount(10),
  abortSignal: AbortSignal.timeout(60_000),
});
const seen: string[] = [];
for await (const part of fullStream) {
  if (part.type !== "tool-result" || part.dynamic === true) continue;
  const { output } = part;
  if (output.kind === "running") console.log(`… ${output.output.trimEnd()}`);
  else console.log(`exit code ${output.metadata.exit_code}: ${output.output.trimEnd()}`);
  seen.push(output.kind);
}
console.log(await text);
await kit.dispose();

assert.equal(await text, "It compiled.");
assert.deepEqual([...new Set(seen)], ["running", "ended"]);
