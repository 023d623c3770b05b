import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EventOutlet } from "../../../../src/apps/server/page/event-outlet.ts";
import { PAGE_QUEUE_BYTES } from "../../../../src/core/base/limits.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A stream to a tab, both ends. */
async function open() {
  const server = createServer((_, response) => response.writeHead(200).flushHeaders());
  const asked = once(server, "request");
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const ending = new AbortController();
  const tab = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { signal: ending.signal });
  return { outlet: new EventOutlet((await asked)[1]), tab, leave: () => ending.abort() };
}

test("an event is one line of data, whatever is in it", async () => {
  const { outlet, tab } = await open();
  outlet.send({ kind: "no-output", shell: "s", sentence: "two\nlines\n\ndata: forged" });
  outlet.end();
  expect(await tab.text()).toBe(
    'data: {"kind":"no-output","shell":"s","sentence":"two\\nlines\\n\\ndata: forged"}\n\n',
  );
  outlet.send({ kind: "beat" });
  expect(outlet.isOpen).toBe(false);
});

test("a tab that takes nothing is known, waited for, and forgotten when it goes", async () => {
  const { outlet, leave } = await open();
  const text = "x".repeat(PAGE_QUEUE_BYTES);
  await waitUntil("the queue to be full", () => {
    outlet.send({ kind: "no-output", shell: "s", sentence: text });
    return outlet.isFull;
  });
  const drained = outlet.drained();
  leave();
  await Promise.all([drained, outlet.closed]);
  expect(outlet.isOpen).toBe(false);
});
