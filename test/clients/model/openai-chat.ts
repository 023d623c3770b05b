import { type Dialect, dataEvent, type Turn } from "./dialect.ts";
import { at, contentText, listAt, textAt } from "./json.ts";

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
const completion = { id: "chatcmpl-1", created: 0, model: "scripted" };

const saidIn = (turn: Turn): object =>
  "say" in turn
    ? { role: "assistant", content: turn.say }
    : {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            index: 0,
            id: turn.id,
            type: "function",
            function: { name: turn.call.name, arguments: JSON.stringify(turn.input) },
          },
        ],
      };

const reasonOf = (turn: Turn): string => ("say" in turn ? "stop" : "tool_calls");

const chunk = (choices: readonly object[], more: object = {}): string =>
  dataEvent({ ...completion, object: "chat.completion.chunk", choices, ...more });

/** OpenAI's Chat Completions API. */
export const openaiChat: Dialect = {
  fits: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    tools: listAt(body, "tools").map((tool) => ({ name: textAt(tool, "function", "name") })),
    results: new Map(
      listAt(body, "messages")
        .filter((said) => at(said, "role") === "tool")
        .map((said) => [textAt(said, "tool_call_id"), contentText(at(said, "content"))]),
    ),
  }),
  stream: (turn) => [
    chunk([{ index: 0, delta: saidIn(turn), finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: reasonOf(turn) }]),
    chunk([], { usage }),
    "data: [DONE]\n\n",
  ],
  whole: (turn) => ({
    ...completion,
    object: "chat.completion",
    choices: [{ index: 0, message: saidIn(turn), finish_reason: reasonOf(turn) }],
    usage,
  }),
};
