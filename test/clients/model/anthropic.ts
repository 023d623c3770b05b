import { type Dialect, namedEvent, type Turn } from "./dialect.ts";
import { at, contentText, listAt, textAt } from "./json.ts";

const usage = { input_tokens: 10, output_tokens: 10 };
const message = { id: "msg_1", type: "message", role: "assistant", model: "scripted", usage, stop_sequence: null };

const blockOf = (turn: Turn): object =>
  "say" in turn
    ? { type: "text", text: turn.say }
    : { type: "tool_use", id: turn.id, name: turn.call.name, input: turn.input };

const emptyBlockOf = (turn: Turn): object =>
  "say" in turn ? { type: "text", text: "" } : { type: "tool_use", id: turn.id, name: turn.call.name, input: {} };

const deltaOf = (turn: Turn): object =>
  "say" in turn
    ? { type: "text_delta", text: turn.say }
    : { type: "input_json_delta", partial_json: JSON.stringify(turn.input) };

const reasonOf = (turn: Turn): string => ("say" in turn ? "end_turn" : "tool_use");

/** Anthropic's Messages API. */
export const anthropic: Dialect = {
  fits: (path) => path.endsWith("/v1/messages"),
  read: (body) => ({
    tools: listAt(body, "tools").map((tool) => ({ name: textAt(tool, "name") })),
    results: new Map(
      listAt(body, "messages")
        .flatMap((said) => listAt(said, "content"))
        .filter((block) => at(block, "type") === "tool_result")
        .map((block) => [textAt(block, "tool_use_id"), contentText(at(block, "content"))]),
    ),
  }),
  stream: (turn) =>
    [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: emptyBlockOf(turn) },
      { type: "content_block_delta", index: 0, delta: deltaOf(turn) },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: reasonOf(turn), stop_sequence: null }, usage },
      { type: "message_stop" },
    ].map(namedEvent),
  whole: (turn) => ({ ...message, content: [blockOf(turn)], stop_reason: reasonOf(turn) }),
};
