import { Server } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { McpSessions, type SessionsOptions } from "../../../src/apps/server/mcp-sessions.ts";

function open(options: Partial<SessionsOptions> = {}): {
  readonly sessions: McpSessions;
  readonly left: string[];
  readonly errors: string[];
} {
  const left: string[] = [];
  const errors: string[] = [];
  const sessions = new McpSessions({
    maxSessions: 1,
    idleMs: 60_000,
    createServer: () => new Server({ name: "test", version: "1" }, { capabilities: {} }),
    leave: async (scope) => void left.push(scope),
    onError: ({ message }) => void errors.push(message),
    ...options,
  });
  onTestFinished(() => sessions.close());
  return { sessions, left, errors };
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

const post = (body: object, headers: Readonly<Record<string, string>> = {}): Request =>
  new Request("http://localhost/mcp", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

test("a session that cannot begin takes no place", async () => {
  let isBroken = true;
  const { sessions, left } = open({
    createServer: () => {
      if (isBroken) throw new Error("on purpose");
      return new Server({ name: "test", version: "1" }, { capabilities: {} });
    },
  });
  await expect(sessions.fetch(post(initialize), initialize)).rejects.toThrow("on purpose");
  expect(left).toHaveLength(1);
  isBroken = false;
  const refused = await sessions.fetch(post(initialize, { accept: "text/html" }), initialize);
  expect(refused.status).toBe(406);
  expect((await sessions.fetch(post(initialize), initialize)).status).toBe(200);
  expect((await sessions.fetch(post(initialize), initialize)).status).toBe(503);
});

test("a client that cannot be left in order is reported, and its place is free all the same", async () => {
  const { sessions, errors } = open({ leave: () => Promise.reject(new Error("stuck")) });
  const id = (await sessions.fetch(post(initialize), initialize)).headers.get("mcp-session-id") ?? "";
  const ended = new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": id } });
  expect((await sessions.fetch(ended, undefined)).status).toBe(200);
  expect(errors).toEqual(["stuck"]);
  expect((await sessions.fetch(post(initialize), initialize)).status).toBe(200);
});

test("a place that is kept counts until its session begins, or it is given back", async () => {
  const { sessions } = open({ maxSessions: 2 });
  const place = sessions.keepPlace();
  const other = sessions.keepPlace();
  if ("status" in place || "status" in other) throw new Error("there is room for two");
  expect(sessions.keepPlace()).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  expect((await sessions.fetch(post(initialize), initialize, { place })).status).toBe(200);
  expect(sessions.keepPlace()).toMatchObject({ status: 503 });
  other.release();
  other.release();
  expect(sessions.keepPlace()).not.toHaveProperty("status");
  expect((await sessions.fetch(post(initialize), initialize)).status).toBe(200);
  expect((await sessions.fetch(post(initialize), initialize)).headers.get("retry-after")).toBe("5");
});

test("a session is good only under the name of the client that began it", async () => {
  const { sessions } = open();
  const begun = await sessions.fetch(post(initialize), initialize, { client: "one" });
  const headers = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  for (const client of ["two", undefined])
    expect((await sessions.fetch(post(ping, headers), ping, { client })).status).toBe(404);
  expect((await sessions.fetch(post(ping, headers), ping, { client: "one" })).status).toBe(200);
});

test("a session whose answers are over is idle, and no other", async () => {
  const { sessions, left } = open({ idleMs: 0 });
  const over: (() => void)[] = [];
  const visit = { onOver: (act: () => void) => void over.push(act) };
  const begun = await sessions.fetch(post(initialize), initialize, visit);
  const headers = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
  await sessions.fetch(post(ping, headers), ping, visit);
  for (const act of over) {
    await sessions.sweep();
    expect(left).toEqual([]);
    act();
  }
  await sessions.sweep();
  expect([over.length, left.length]).toEqual([2, 1]);
});
