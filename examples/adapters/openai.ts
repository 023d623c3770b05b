// An agent with OpenAI's Responses API: our tools in strict mode beside the API's own shell.
// The API is a script, so that this runs without a key or a network; leave `fetch` out and nothing else changes.
import assert from "node:assert/strict";
import { createToolkit } from "nacre";
import { openaiShellTool, openaiTools, runOpenAIToolCall } from "nacre/openai";
import OpenAI from "openai";

const shellCall = {
  type: "shell_call",
  id: "sh_1",
  call_id: "call_1",
  status: "completed",
  environment: { type: "local" },
  action: { commands: ["cd /tmp && pwd", "no-such-program"], timeout_ms: null, max_output_length: 4000 },
};
const functionCall = {
  type: "function_call",
  call_id: "call_2",
  name: "Bash",
  arguments: JSON.stringify({
    command: "pwd",
    description: null,
    timeout: null,
    run_in_background: null,
    session_id: null,
  }),
};
const script = [[shellCall, functionCall], []];
const sent: string[] = [];
const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
  const output = script[sent.length];
  sent.push(await new Response(init?.body ?? null).text());
  return Response.json({ id: `resp_${sent.length}`, object: "response", status: "completed", output });
};

const kit = createToolkit({ workingDir: process.cwd() });
const openai = new OpenAI({ apiKey: "none", fetch });
const request = { model: "gpt-5", tools: [...openaiTools(kit, { strict: true }), openaiShellTool] };
let response = await openai.responses.create({ ...request, input: "Where are you?" });
for (;;) {
  const input: OpenAI.Responses.ResponseInput = [];
  for (const item of response.output) {
    if (item.type === "function_call" || item.type === "shell_call") input.push(await runOpenAIToolCall(kit, item));
  }
  if (input.length === 0) break;
  response = await openai.responses.create({ ...request, input, previous_response_id: response.id });
}
await kit.dispose();

const [, answers = ""] = sent;
console.log(answers);
assert(answers.includes('{"stdout":"/tmp\\n","stderr":"","outcome":{"type":"exit","exit_code":0}}'));
assert(answers.includes('"exit_code":127'));
assert(answers.includes('{"type":"function_call_output","call_id":"call_2","output":"/tmp\\n"}'));
