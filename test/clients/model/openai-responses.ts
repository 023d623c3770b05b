import { type Dialect, namedEvent, type Offered, type Turn } from "./dialect.ts";
import { at, contentText, listAt, textAt } from "./json.ts";

const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };
const response = { id: "resp_1", object: "response", created_at: 0, model: "scripted" };

/** A search for tools that the client runs; what it found stays callable. */
const SEARCH = "tool_search";
const SEARCH_CALL = "tool_search_call";
const SEARCH_OUTPUT = "tool_search_output";

const itemOf = (turn: Turn): Readonly<Record<string, unknown>> =>
  "say" in turn
    ? {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: turn.say, annotations: [] }],
      }
    : {
        id: `fc_${turn.id}`,
        status: "completed",
        call_id: turn.id,
        ...(turn.call.name === SEARCH
          ? { type: SEARCH_CALL, execution: "client", arguments: turn.input }
          : { type: "function_call", ...turn.call, arguments: JSON.stringify(turn.input) }),
      };

const toolsIn = (tools: readonly unknown[], namespace?: string): readonly Offered[] =>
  tools.flatMap((tool) => {
    if (at(tool, "type") === "namespace") return toolsIn(listAt(tool, "tools"), textAt(tool, "name"));
    const name = at(tool, "type") === SEARCH ? SEARCH : textAt(tool, "name");
    return [{ name, ...(namespace === undefined ? {} : { namespace }) }];
  });

const resultIn = (item: unknown): string =>
  at(item, "type") === SEARCH_OUTPUT ? JSON.stringify(at(item, "tools")) : contentText(at(item, "output"));

/** OpenAI's Responses API. */
export const openaiResponses: Dialect = {
  fits: (path) => path.endsWith("/responses"),
  read: (body) => ({
    tools: [body, ...listAt(body, "input").filter((item) => at(item, "type") === SEARCH_OUTPUT)].flatMap((holder) =>
      toolsIn(listAt(holder, "tools")),
    ),
    results: new Map(
      listAt(body, "input")
        .filter((item) => ["function_call_output", SEARCH_OUTPUT].includes(textAt(item, "type")))
        .map((item) => [textAt(item, "call_id"), resultIn(item)]),
    ),
  }),
  stream: (turn) =>
    [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item: itemOf(turn) },
      { type: "response.output_item.done", output_index: 0, item: itemOf(turn) },
      { type: "response.completed", response: { ...response, status: "completed", output: [itemOf(turn)], usage } },
    ].map((event, sequence_number) => namedEvent({ ...event, sequence_number })),
  whole: (turn) => ({ ...response, status: "completed", output: [itemOf(turn)], usage }),
};
