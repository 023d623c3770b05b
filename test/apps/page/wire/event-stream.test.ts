import { expect, test } from "vitest";
import { EventParser } from "../../../../src/apps/page/wire/event-stream.ts";

test("events are the same, however their text is cut", () => {
  const text = 'data: {"a":1}\n\n: a comment\n\ndata: {"b":"x\\ny"}\n\ndata: {"half"';
  for (const cut of [1, 2, 5, 1000]) {
    const parser = new EventParser();
    const events: string[] = [];
    for (let at = 0; at < text.length; at += cut) events.push(...parser.push(text.slice(at, at + cut)));
    expect(events).toEqual(['{"a":1}', '{"b":"x\\ny"}']);
  }
});
