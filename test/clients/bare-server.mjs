// A server with nothing but a text to say: what a client puts around it, and where it cuts, is the client's own.
// Its tool has the name of nacre's; `command` is JSON: { "chars", "width", "fill", "error" } or { "text", "error" }.
import { createInterface } from "node:readline";

const tool = {
  name: "Bash",
  description: "Says a text.",
  inputSchema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  _meta: { "anthropic/alwaysLoad": true },
};

/** Numbered lines, so that a model's share can be found again: exactly so many characters, lines of so many. */
const numbered = (chars, width, fill) => {
  let text = "";
  for (let line = 1; text.length < chars; line += 1) text += `${String(line).padEnd(width - 1, fill)}\n`;
  return text.slice(0, chars);
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "bare", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: input }) => {
    const { text, chars, width, fill = ".", error } = JSON.parse(input.command);
    return {
      content: [{ type: "text", text: text ?? numbered(chars, width, fill) }],
      ...(error === true ? { isError: true } : {}),
    };
  },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const reply =
    answer === undefined ? { error: { code: -32601, message: "Method not found" } } : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\n`);
});
