import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A block of an answer. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

/** What a request to the Messages API carried. */
export type MessagesRequest = {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
};

export type MessagesApi = { readonly url: string; readonly sent: readonly MessagesRequest[] };

/** Anthropic's Messages API on a loopback port, played from a script: the n-th request with tools gets the n-th turn. */
export async function messagesApi(turns: readonly (readonly Block[])[]): Promise<MessagesApi> {
  const sent: MessagesRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      if (!/^\/v1\/messages(?:\?|$)/.test(request.url ?? "")) {
        response.writeHead(404, { "content-type": "application/json" });
        response.end(JSON.stringify({ type: "error", error: { type: "not_found_error", message: "not played" } }));
        return;
      }
      const asked: MessagesRequest = JSON.parse(body);
      const isTurn = (asked.tools ?? []).length > 0;
      if (isTurn) sent.push(asked);
      answer(response, (isTurn ? turns[sent.length - 1] : undefined) ?? [{ type: "text", text: "done" }]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent };
}

/** Sends the blocks as the API streams them. */
function answer(response: ServerResponse, blocks: readonly Block[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (event: { readonly type: string; readonly [key: string]: unknown }): void => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "scripted", content: [], usage };
  say({ type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } });
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === "text";
    const content_block = isText ? { ...block, text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    say({ type: "content_block_start", index, content_block });
    say({ type: "content_block_delta", index, delta });
    say({ type: "content_block_stop", index });
  }
  const stop_reason = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  say({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage });
  say({ type: "message_stop" });
  response.end();
}
