import { expect, test } from "vitest";
import { Usage, whileUsed } from "../../../src/apps/server/usage.ts";

const request = (signal?: AbortSignal, method = "POST"): Request =>
  new Request("http://localhost/mcp", { method, ...(signal === undefined ? {} : { signal }) });

test("what is used is not idle, however long; a use ends once", () => {
  const usage = new Usage();
  const [one, two] = [usage.begin(), usage.begin()];
  one();
  one();
  expect(usage.isIdleFor(0)).toBe(false);
  two();
  expect([usage.isIdleFor(0), usage.isIdleFor(60_000)]).toEqual([true, false]);
});

test("a request uses until the last byte of its answer is read", async () => {
  const usage = new Usage();
  const response = await whileUsed(usage, request(), async () => new Response("answer", { status: 201 }));
  expect([usage.isIdleFor(0), response.status]).toEqual([false, 201]);
  expect(await response.text()).toBe("answer");
  expect(usage.isIdleFor(0)).toBe(true);
});

test("an answer without a body, an error and a client that is gone end the use", async () => {
  const usage = new Usage();
  await whileUsed(usage, request(), async () => new Response(null, { status: 202 }));
  expect(usage.isIdleFor(0)).toBe(true);
  await expect(whileUsed(usage, request(), () => Promise.reject(new Error("on purpose")))).rejects.toThrow(
    "on purpose",
  );
  expect(usage.isIdleFor(0)).toBe(true);
  const gone = new AbortController();
  await whileUsed(usage, request(gone.signal), async () => new Response(new ReadableStream()));
  expect(usage.isIdleFor(0)).toBe(false);
  gone.abort();
  expect(usage.isIdleFor(0)).toBe(true);
});

test("a stream that waits for events is opened by a comment, and ended when its reader is gone", async () => {
  const gone = new AbortController();
  let isCancelled = false;
  const silent = new ReadableStream({
    cancel: () => {
      isCancelled = true;
    },
  });
  const response = await whileUsed(new Usage(), request(gone.signal, "GET"), async () => new Response(silent));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(":\n\n");
  gone.abort();
  await expect(reader?.read()).rejects.toThrow();
  expect(isCancelled).toBe(true);
});
