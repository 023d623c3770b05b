import { spawn } from "node:child_process";
import { connect as dial, type Socket } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pidsWith } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";
import { connect, type TestClient } from "./mcp-clients.ts";
import { end, type HttpProcess, openPlace, type Place, startHttp } from "./servers.ts";

const KINDS = { older: "current", newer: "current, 2026-07-28" } as const;
type Era = keyof typeof KINDS;

let place: Place;
let server: HttpProcess;
beforeAll(async () => {
  place = openPlace();
  server = await startHttp(place, { limits: { idleMs: 2500 } });
});
afterAll(async () => {
  await end(server.process);
  await place.leave();
});

type Left = { readonly era: Era; readonly path: string; readonly sleep: string };

/** What a client leaves: jobs of its session, a background shell, and a command that it waits for. */
const callsOf = (sleep: string): readonly Record<string, unknown>[] => [
  { command: `${sleep}.1 & setsid ${sleep}.2 & true` },
  { command: `trap '' TERM; ${sleep}.3`, run_in_background: true },
  { command: `${sleep}.4`, session_id: "waiting" },
];

/** Each is seen once: on a slow machine the first may have been swept when the last begins. */
async function runs(sleep: string): Promise<void> {
  const unseen = new Set([1, 2, 3, 4]);
  await waitUntil("all of it to run", () => {
    for (const one of unseen) if (pidsWith(`${sleep}.${one}`).length > 0) unseen.delete(one);
    return unseen.size === 0;
  });
}

/** An official client in this process that has made all of the calls and waits for the last one. */
async function busyClient({ era, path, sleep }: Left): Promise<TestClient> {
  const client = await connect(KINDS[era], { kind: "http", url: server.url + path, token: server.token });
  const [jobs, shell, last] = callsOf(sleep);
  for (const input of [jobs, shell]) await client.call("Bash", input ?? {});
  // Without a name only sessions that were handed out can be named.
  client.call("Bash", path === "" && era === "newer" ? { command: `${sleep}.4` } : (last ?? {})).catch(() => undefined);
  await runs(sleep);
  return client;
}

const WAYS: Readonly<Record<string, (left: Left) => Promise<void>>> = {
  "a goodbye": async (left) => (await busyClient(left)).end(),
  "a connection that is closed": async (left) => (await busyClient(left)).close(),
  "a process that is killed": async ({ era, path, sleep }) => {
    const calls =
      path === "" && era === "newer" ? callsOf(sleep).map(({ session_id: _, ...input }) => input) : callsOf(sleep);
    const words = JSON.stringify({ url: server.url + path, token: server.token, era, calls });
    const child = spawn(process.execPath, [resolve("test/fixtures/clients/http.mjs")], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    child.stdin.end(words);
    try {
      await runs(sleep);
    } finally {
      await end(child, "SIGKILL");
    }
  },
  "a socket that is torn": async (left) => {
    const socket = await dialed(left);
    await runs(left.sleep);
    socket.resetAndDestroy();
  },
};

/** A connection on which one call was sent. */
async function dialed({ era, path, sleep }: Left): Promise<Socket> {
  const { hostname, port, pathname } = new URL(server.url + path);
  const headers = await rawHeaders(era, server.url + path);
  const params = { name: "Bash", arguments: { command: `${sleep}.1 & ${sleep}.2 & ${sleep}.3 & ${sleep}.4` } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { ...params, ...metaOf(era) } });
  const lines = Object.entries({
    ...headers,
    Host: `${hostname}:${port}`,
    "Content-Length": Buffer.byteLength(body),
  });
  const head = [`POST ${pathname} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", body];
  const socket = dial(Number(port), hostname);
  socket.on("error", () => undefined).resume();
  await new Promise<void>((sent) => socket.write(head.join("\r\n"), () => sent()));
  return socket;
}

const metaOf = (era: Era): object =>
  era === "older"
    ? {}
    : {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      };

/** The headers of a call by hand; in the older era those of a session that has begun. */
async function rawHeaders(era: Era, url: string): Promise<Record<string, string>> {
  const headers = {
    Authorization: `Bearer ${server.token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  if (era === "newer")
    return { ...headers, "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "Bash" };
  const clientInfo = { name: "raw", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  return { ...headers, "Mcp-Session-Id": response.headers.get("mcp-session-id") ?? "" };
}

describe.each([
  { era: "older", path: "" },
  { era: "older", path: "/named" },
  { era: "newer", path: "/named" },
  { era: "newer", path: "" },
] as const)("a client of the $era era at /mcp$path", (client) => {
  test.each(Object.entries(WAYS))("nothing is left of it after %s and the idle time", async (_, leave) => {
    const sleep = `sleep 6${Math.floor(Math.random() * 1e9)}`;
    await leave({ ...client, sleep });
    await waitUntil("all of it to be gone", () => pidsWith(`${sleep}.`).length === 0, 30_000);
  });
});

test.each(["", "/named"])(
  "a call whose client leaves in its first moment ends after the idle time, at /mcp%s",
  async (path) => {
    const sleep = `sleep 6${Math.floor(Math.random() * 1e9)}`;
    const socket = await dialed({ era: "older", path, sleep }); // in the newer era its end ends the call
    socket.destroy();
    await runs(sleep);
    await waitUntil("all of it to be gone", () => pidsWith(`${sleep}.`).length === 0, 30_000);
  },
);

test("a client that only waits is not taken for gone", async () => {
  const client = await connect(KINDS.newer, { kind: "http", url: `${server.url}/patient`, token: server.token });
  const sleep = `sleep 6${Math.floor(Math.random() * 1e9)}`;
  const { text } = await client.call("Bash", { command: sleep, run_in_background: true });
  const bash_id = /shell_[0-9a-f]{16}/.exec(text)?.[0];
  const wait = { bash_id, wait_for: "exit", wait_ms: 6000 }; // longer than the idle time
  expect((await client.call("BashOutput", wait)).text).toContain("running");
  expect(pidsWith(sleep)).not.toEqual([]);
  await client.call("KillShell", { shell_id: bash_id });
  await client.close();
});
