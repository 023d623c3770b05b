import { expect, test } from "vitest";
import type { EventOutlet } from "../../../../src/apps/server/page/event-outlet.ts";
import { OpenStreams } from "../../../../src/apps/server/page/open-streams.ts";
import { PAGE_STREAMS } from "../../../../src/core/base/limits.ts";
import { get, openStream, servePage, signIn } from "../../../support/page-ground.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** An outlet of which only the end matters here. */
function outlet() {
  let isEnded = false;
  const told: object[] = [];
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const end = (): void => {
    isEnded = true;
    close();
  };
  const send = (event: object): void => void told.push(event);
  return { outlet: { closed, end, send } as unknown as EventOutlet, isEnded: () => isEnded, told };
}

test("one stream too many ends the oldest of the same browser, which is told so", async () => {
  const streams = new OpenStreams(2);
  const [one, two, three, other] = [outlet(), outlet(), outlet(), outlet()];
  streams.add("b", other.outlet);
  for (const { outlet: next } of [one, two, three]) streams.add("a", next);
  expect([one, two, three, other].map(({ isEnded }) => isEnded())).toEqual([true, false, false, false]);
  expect([one.told, two.told]).toEqual([[{ kind: "crowded", most: 2 }], []]);
  streams.endOf("a");
  expect([two, three, other].map(({ isEnded }) => isEnded())).toEqual([true, true, false]);
  streams.endAll();
  expect(other.isEnded()).toBe(true);
});

test("a new stream of a tab takes the place of its old one, and of no other tab's", () => {
  const streams = new OpenStreams(2);
  const [one, two, again] = [outlet(), outlet(), outlet()];
  streams.add("a", one.outlet, "tab 1");
  streams.add("a", two.outlet, "tab 2");
  streams.add("a", again.outlet, "tab 1");
  expect([one, two, again].map(({ isEnded }) => isEnded())).toEqual([true, false, false]);
  expect([one.told, two.told]).toEqual([[], []]);
});

test("hundreds of streams of one browser leave few open, and the server answers on", async () => {
  const page = await servePage();
  const browser = await signIn(page);
  const opened = await Promise.all(
    Array.from({ length: 300 }, async () => {
      // The door may also close a connection that has not shown yet who it is.
      const stream = await openStream(page, "/api/stream", browser).catch(() => undefined);
      let isOver = stream === undefined;
      void stream?.ended.then(() => {
        isOver = true;
      });
      return { isOpen: () => stream?.response.ok === true && !isOver };
    }),
  );
  await waitUntil(
    "the streams above the limit to end",
    () => opened.filter(({ isOpen }) => isOpen()).length <= PAGE_STREAMS,
  );
  expect((await get(page, "/api/summary", browser)).status).toBe(200);
});
