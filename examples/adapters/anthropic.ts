// An agent with Anthropic's Messages API: the API's own bash, and our tools for what it lacks, in one loop.
// The API is a script, so that this runs without a key or a network; leave `fetch` out and nothing else changes.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { createToolkit } from "nacre";
import { anthropicBash, anthropicTools, runAnthropicToolUse } from "nacre/anthropic";

const use = (id: string, name: string, input: object): object => ({ type: "tool_use", id, name, input });
const script = [
  [
    use("toolu_1", "bash", { command: "WHO=world" }),
    use("toolu_2", "bash", { command: 'echo "hello ${WHO:-nobody}"' }),
    use("toolu_3", "bash", { restart: true }),
    use("toolu_4", "bash", { command: 'echo "hello ${WHO:-nobody}"' }),
    use("toolu_5", "ListShells", {}),
  ],
  [{ type: "text", text: "Hello." }],
];
const sent: string[] = [];
const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
  const content = script[sent.length];
  sent.push(await new Response(init?.body ?? null).text());
  const stop_reason = sent.length < script.length ? "tool_use" : "end_turn";
  return Response.json({ id: "msg_1", type: "message", role: "assistant", content, stop_reason });
};

const kit = createToolkit({ workingDir: process.cwd() });
const anthropic = new Anthropic({ apiKey: "none", fetch });
const tools = [anthropicBash(kit), ...anthropicTools(kit).filter(({ name }) => name !== "Bash")];
const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Say hello." }];
for (;;) {
  const { content, stop_reason } = await anthropic.messages.create({
    model: "claude-sonnet-5-5",
    max_tokens: 1000,
    tools,
    messages,
  });
  messages.push({ role: "assistant", content });
  if (stop_reason !== "tool_use") break;
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of content) if (block.type === "tool_use") results.push(await runAnthropicToolUse(kit, block));
  messages.push({ role: "user", content: results });
}
await kit.dispose();

const [, answers = ""] = sent;
console.log(answers);
assert(answers.includes('"content":"hello world\\n"'));
assert(answers.includes('"content":"hello nobody\\n"'));
assert(answers.includes("No background shells."));
