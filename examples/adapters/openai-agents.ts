// An agent with OpenAI's Agents SDK: our tools beside the SDK's own shell tool, both in one session.
// The API is a script, so that this runs without a key or a network; leave `modelProvider` out and nothing else changes.
import assert from "node:assert/strict";
import { Agent, OpenAIProvider, Runner, shellTool } from "@openai/agents";
import { createToolkit } from "nacre";
import { openaiAgentsShell, openaiAgentsTools } from "nacre/openai-agents";
import OpenAI from "openai";

const script = [
  [
    {
      type: "shell_call",
      id: "sh_1",
      call_id: "call_1",
      status: "completed",
      environment: { type: "local" },
      action: { commands: ["cd /tmp && pwd", "no-such-program"], timeout_ms: null, max_output_length: 4000 },
    },
  ],
  [
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_2",
      status: "completed",
      name: "Bash",
      arguments: JSON.stringify({ command: "pwd" }),
    },
  ],
  [
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "I am in /tmp.", annotations: [] }],
    },
  ],
];
const sent: string[] = [];
const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
  const output = script[sent.length];
  sent.push(await new Response(init?.body ?? null).text());
  return Response.json({ id: `resp_${sent.length}`, object: "response", status: "completed", output });
};
const modelProvider = new OpenAIProvider({ openAIClient: new OpenAI({ apiKey: "none", fetch }) });

const kit = createToolkit({ workingDir: process.cwd() });
const signal = AbortSignal.timeout(60_000);
const agent = new Agent({
  name: "developer",
  model: "gpt-5",
  tools: [...openaiAgentsTools(kit), shellTool({ shell: openaiAgentsShell(kit, { signal }) })],
});
const runner = new Runner({ modelProvider, tracingDisabled: true });
const { finalOutput } = await runner.run(agent, "Where are you?", { signal });
await kit.dispose();

const answers = sent.join("\n");
console.log(answers, finalOutput);
assert.equal(finalOutput, "I am in /tmp.");
assert(answers.includes('{"stdout":"/tmp\\n","stderr":"","outcome":{"type":"exit","exit_code":0}}'));
assert(answers.includes('"exit_code":127'));
assert(answers.includes('"call_id":"call_2","output":"/tmp\\n"'));
