import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { RecentEvents } from "../../../src/apps/server/recent-events.ts";

const message = (method: string): JSONRPCMessage => ({ jsonrpc: "2.0", method });

/** What a client gets that comes back after this event. */
async function after(events: RecentEvents, id: string): Promise<readonly [string, unknown][]> {
  const sent: [string, unknown][] = [];
  await events.replayEventsAfter(id, { send: async (one, told) => void sent.push([one, told]) });
  return sent;
}

test("what came after an event is sent again, of the same stream, in order", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", message("one"));
  await events.storeEvent("b", message("other"));
  const second = await events.storeEvent("a", message("two"));
  const third = await events.storeEvent("a", message("three"));
  expect(await events.getStreamIdForEventId(first)).toBe("a");
  expect(await after(events, first)).toEqual([
    [second, message("two")],
    [third, message("three")],
  ]);
  expect(await after(events, third)).toEqual([]);
});

test("an event that only opens a stream is never sent again", async () => {
  const events = new RecentEvents();
  const first = await events.storeEvent("a", message("one"));
  await events.storeEvent("a", {} as JSONRPCMessage); // as the SDK stores it
  expect(await after(events, first)).toEqual([]);
});

test("the oldest are forgotten, by number and by length, and the newest never", async () => {
  const byNumber = new RecentEvents({ events: 2, chars: 1e6 });
  const ids = [];
  for (const name of ["one", "two", "three"]) ids.push(await byNumber.storeEvent("a", message(name)));
  expect(await Promise.all(ids.map((id) => byNumber.getStreamIdForEventId(id)))).toEqual([undefined, "a", "a"]);
  const byLength = new RecentEvents({ events: 10, chars: 100 });
  const short = await byLength.storeEvent("a", message("short"));
  const long = await byLength.storeEvent("a", message("x".repeat(1000)));
  expect([await byLength.getStreamIdForEventId(short), await byLength.getStreamIdForEventId(long)]).toEqual([
    undefined,
    "a",
  ]);
  const next = await byLength.storeEvent("a", message("next"));
  expect([await byLength.getStreamIdForEventId(long), await byLength.getStreamIdForEventId(next)]).toEqual([
    undefined,
    "a",
  ]);
});
