import { type JSONRPCRequest, Server } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { RecentEvents } from "../../../src/apps/server/recent-events.ts";
import { SoonTransport } from "../../../src/apps/server/soon-transport.ts";

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-session-id": "s",
  "mcp-protocol-version": "2025-11-25",
};
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const PING: JSONRPCRequest = { jsonrpc: "2.0", id: 1, method: "ping" };

type Opened = { readonly transport: SoonTransport; readonly stream: (message: object) => Promise<Response> };

/** A server whose pings take as long as `work`. */
async function opened(work: (notify: () => Promise<void>) => Promise<void>): Promise<Opened & { calls: () => number }> {
  const server = new Server({ name: "test", version: "1" }, { capabilities: { logging: {} } });
  let calls = 0;
  server.setRequestHandler("ping", async (_, { mcpReq }) => {
    calls += 1;
    await work(() => mcpReq.notify({ method: "notifications/message", params: { level: "info", data: "on my way" } }));
    return {};
  });
  const transport = new SoonTransport({ sessionIdGenerator: () => "s", eventStore: new RecentEvents() });
  onTestFinished(() => server.close());
  await server.connect(transport);
  transport.heed();
  const stream = (message: object): Promise<Response> => {
    const request = new Request("http://localhost/mcp", { method: "POST", headers: HEADERS });
    return transport.handleRequest(request, { parsedBody: message });
  };
  await (await stream(INITIALIZE)).text();
  return { transport, stream, calls: () => calls };
}

test("an answer that comes at once needs no stream", async () => {
  const { transport, calls } = await opened(async () => undefined);
  expect(await transport.soon(PING)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  expect(await transport.soon({ ...PING, id: 2 })).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
  expect(calls()).toBe(2);
});

test("what takes longer is streamed, and done once", async () => {
  let end = (): void => undefined;
  const long = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { transport, stream, calls } = await opened(() => long);
  expect(await transport.soon(PING)).toBeUndefined();
  const response = await stream(PING);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  end();
  expect(await response.text()).toContain('data: {"result":{},"jsonrpc":"2.0","id":1}');
  expect(calls()).toBe(1);
});

test("an answer that comes between the moment and the stream waits for the stream", async () => {
  let end = (): void => undefined;
  const long = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { transport, stream } = await opened(() => long);
  expect(await transport.soon(PING)).toBeUndefined();
  end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(await (await stream(PING)).text()).toContain('"id":1');
});

test("a request that is told of before its answer is streamed from the first word on", async () => {
  const { transport, stream, calls } = await opened((notify) => notify());
  expect(await transport.soon(PING)).toBeUndefined();
  const text = await (await stream(PING)).text();
  expect(text.indexOf("on my way")).toBeGreaterThan(-1);
  expect(text.indexOf('"id":1')).toBeGreaterThan(text.indexOf("on my way"));
  expect(calls()).toBe(1);
});

test("a request that the SDK refuses to stream leaves its id free", async () => {
  let isFirst = true;
  const { transport, calls } = await opened(() => {
    const work = isFirst ? new Promise<void>(() => undefined) : Promise.resolve();
    isFirst = false;
    return work;
  });
  expect(await transport.soon(PING)).toBeUndefined();
  const headers = { ...HEADERS, accept: "text/html" };
  const request = new Request("http://localhost/mcp", { method: "POST", headers });
  expect((await transport.handleRequest(request, { parsedBody: PING })).status).toBe(406);
  expect(await transport.soon(PING)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  expect(calls()).toBe(2);
});

test("two requests of one id are not taken for each other", async () => {
  const { transport } = await opened(() => new Promise(() => undefined));
  const first = transport.soon(PING);
  expect(await transport.soon(PING)).toBeUndefined();
  expect(await first).toBeUndefined();
});

test("the end of the session lets go of what waits", async () => {
  const { transport } = await opened(() => new Promise(() => undefined));
  const waiting = transport.soon(PING);
  await transport.close();
  expect(await waiting).toBeUndefined();
});
