import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../support/wait-until.ts";
import { end, type HttpProcess, openPlace, type Place, startHttp } from "./servers.ts";

let place: Place;
let server: HttpProcess;
beforeAll(async () => {
  place = openPlace();
  server = await startHttp(place);
});
afterAll(async () => {
  await end(server.process);
  await place.leave();
});

const post = (message: object, more: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(server.url, {
    method: "POST",
    headers: { ...headers(), "content-type": "application/json", ...more },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    ...(signal === undefined ? {} : { signal }),
  });

const headers = (): Record<string, string> => ({
  authorization: `Bearer ${server.token}`,
  accept: "application/json, text/event-stream",
});

async function begin(): Promise<{ readonly "mcp-session-id": string; readonly "mcp-protocol-version": string }> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  const response = await post({ id: 1, method: "initialize", params });
  await response.text();
  return {
    "mcp-session-id": response.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25",
  };
}

/** The first event of a stream, which says how to come back. */
async function firstEvent(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = (await reader?.read()) ?? {};
  return value;
}

test("a client whose stream broke comes back for the result", async () => {
  const session = await begin();
  const broken = new AbortController();
  const call = { name: "Bash", arguments: { command: "until [ -e go ]; do sleep 0.1; done; echo late" } };
  const response = await post({ id: 2, method: "tools/call", params: call }, session, broken.signal);
  const opening = await firstEvent(response);
  expect(opening).toMatch(/^id: \d+\nretry: \d+\ndata: ?\n\n$/);
  const id = /^id: (\d+)/.exec(opening)?.[1] ?? "";
  broken.abort();
  const resume = (lastId: string, more: object = {}): Promise<Response> =>
    fetch(server.url, { headers: { ...headers(), ...session, "last-event-id": lastId, ...more } });
  // The server may not have seen yet that the first stream broke; long before the command ends it has.
  let answer = await resume(id);
  await waitUntil("the stream to be free", async () => {
    if (answer.status === 409) answer = await resume(id);
    return answer.status === 200;
  });
  writeFileSync(join(place.workspace, "go"), "");
  const resumed = await answer.text();
  expect(resumed).toMatch(/^event: message\nid: \d+\ndata: \{.*late/);
  expect(await (await resume(id)).text()).toBe(resumed);
  expect((await resume("999999")).status).toBe(400);
  const stranger = await resume(id, await begin());
  expect(await stranger.text()).not.toContain("late");
});

test("an official client whose stream breaks while a command runs gets its result all the same", async () => {
  let isBroken = false;
  /** Cuts the answer to the call behind its first piece, once. */
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isCall = typeof init?.body === "string" && init.body.includes("tools/call");
    if (isBroken || !isCall) return response;
    isBroken = true;
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await reader?.cancel();
    const cut = new ReadableStream({
      start: (stream) => {
        if (first?.value !== undefined) stream.enqueue(first.value);
      },
      pull: (stream) => stream.error(new Error("the connection is lost")),
    });
    return new Response(cut, { status: response.status, headers: response.headers });
  };
  const client = new Client({ name: "cut", version: "1" }, { capabilities: {} });
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: headers() },
    fetch: cutting,
  });
  await client.connect(transport);
  const result = await client.callTool({ name: "Bash", arguments: { command: "sleep 1; echo arrived" } });
  expect([isBroken, JSON.stringify(result)]).toEqual([true, expect.stringContaining("arrived")]);
  await transport.terminateSession();
  await client.close();
});
