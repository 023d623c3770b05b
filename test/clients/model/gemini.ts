import { type Dialect, dataEvent, type Turn } from "./dialect.ts";
import { at, listAt, textAt, textsIn } from "./json.ts";

const partOf = (turn: Turn): object =>
  "say" in turn ? { text: turn.say } : { functionCall: { id: turn.id, name: turn.call.name, args: turn.input } };

const answerOf = (turn: Turn): object => ({
  candidates: [{ index: 0, content: { role: "model", parts: [partOf(turn)] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  modelVersion: "scripted",
});

/** Google's Gemini API. */
export const gemini: Dialect = {
  fits: (path) => /:(?:stream)?[gG]enerateContent$/.test(path),
  read: (body) => ({
    tools: listAt(body, "tools")
      .flatMap((group) => listAt(group, "functionDeclarations"))
      .map((tool) => ({ name: textAt(tool, "name") })),
    results: new Map(
      listAt(body, "contents")
        .flatMap((said) => listAt(said, "parts"))
        .map((part) => at(part, "functionResponse"))
        .filter((response) => response !== undefined)
        .map((response) => [textAt(response, "id"), textsIn(at(response, "response"))]),
    ),
  }),
  stream: (turn) => [dataEvent(answerOf(turn))],
  whole: answerOf,
};
