import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type HttpServerSettings, type RunningServer, startHttpServer } from "../../../src/apps/server/http.ts";
import { pidsInEnvironment } from "../../support/is-alive.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { waitUntil } from "../../support/wait-until.ts";

type Served = RunningServer & { readonly token: string; readonly said: string[]; readonly dir: string };

const kitOf = (dir: string): NonNullable<HttpServerSettings["kit"]> => ({
  workingDir: dir,
  stateDir: dir,
  sandbox: "none",
  loginShell: false,
  environment: { set: { NACRE_TEST: dir } },
});

async function serve(settings: HttpServerSettings = {}): Promise<Served> {
  const dir = tempDir();
  const said: string[] = [];
  const server = await startHttpServer({ kit: kitOf(dir), say: (sentence) => said.push(sentence), ...settings });
  onTestFinished(async () => {
    await server.close();
    await waitUntil("everything to be gone", () => pidsInEnvironment(`NACRE_TEST=${dir}`).length === 0);
  });
  return { ...server, token: readFileSync(server.tokenFile, "utf8").trim(), said, dir };
}

type Reply = { readonly status: number; readonly text: string };

/** Sends these very bytes, and gives back what came until the server closed or the answer was whole. */
function raw({ url }: RunningServer, text: string, { limitMs = 15_000 } = {}): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let got = "";
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(got)?.[1] ?? 0), text: got });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${limitMs} ms; so far: ${got}`));
    }, limitMs);
    socket.setEncoding("utf8").on("data", (part: string) => {
      got += part;
      // The end of a body in pieces: the server may keep the connection for another request.
      if (got.endsWith("\r\n0\r\n\r\n")) done();
    });
    socket.on("close", done);
    socket.on("error", done);
  });
}

const requestText = (
  { url }: RunningServer,
  {
    method = "POST",
    path = "/mcp",
    headers = {},
    body = "",
  }: {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string;
  },
): string => {
  const all: Record<string, string | undefined> = {
    Host: new URL(url).host,
    Connection: "close",
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "Content-Length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
};

const initialize = (version = "2025-11-25"): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });

const bearer = ({ token }: Served): string => `Bearer ${token}`;

test("the token, a known host and no foreign origin let a request in", async () => {
  const server = await serve();
  const headers = { Authorization: bearer(server) };
  const { status, text } = await raw(server, requestText(server, { headers, body: initialize() }));
  expect(status).toBe(200);
  expect(text).toContain('"protocolVersion":"2025-11-25"');
  expect(text).toMatch(/mcp-session-id: [0-9a-f-]{36}/);
});

test("every attack is refused, with every method, and the server goes on serving", async () => {
  const server = await serve();
  const good = bearer(server);
  const { host } = new URL(server.url);
  const attacks: [string, Readonly<Record<string, string | undefined>>, number][] = [
    ["no token", {}, 401],
    ["an empty token", { Authorization: "Bearer " }, 401],
    ["a wrong token", { Authorization: `Bearer ${"x".repeat(43)}` }, 401],
    ["the beginning of the token", { Authorization: good.slice(0, -1) }, 401],
    ["the token and more", { Authorization: `${good}x` }, 401],
    ["another scheme", { Authorization: good.replace("Bearer", "Basic") }, 401],
    ["the token as a cookie", { Cookie: `nacre=${server.token}` }, 401],
    ["a foreign host", { Authorization: good, Host: "evil.example" }, 403],
    ["a host that begins well", { Authorization: good, Host: "127.0.0.1.evil.example" }, 403],
    ["two hosts", { Authorization: good, Host: `${host}\r\nHost: evil.example` }, 400],
    ["no host", { Authorization: good, Host: undefined }, 400],
    ["a foreign origin", { Authorization: good, Origin: "http://evil.example" }, 403],
    ["another local origin", { Authorization: good, Origin: "http://localhost:1" }, 403],
    ["the null origin", { Authorization: good, Origin: "null" }, 403],
    ["a foreign site", { Authorization: good, "Sec-Fetch-Site": "cross-site" }, 403],
  ];
  for (const [what, headers, expected] of attacks) {
    for (const method of ["POST", "GET", "DELETE", "OPTIONS", "PUT"]) {
      const { status, text } = await raw(server, requestText(server, { method, headers }));
      // Too many in a row are refused for that alone.
      expect({ what, method, status: status === 429 ? expected : status }).toEqual({ what, method, status: expected });
      expect(text.toLowerCase()).not.toContain("access-control-allow");
      expect(text).not.toContain(server.token);
    }
  }
  const { status } = await raw(server, requestText(server, { headers: { Authorization: good }, body: initialize() }));
  expect(status).toBe(200);
  expect(server.said.join("\n")).not.toContain(server.token);
}, 120_000);

test("requests that are none are refused one by one", async () => {
  const server = await serve({ limits: { bodyBytes: 10_000 } });
  const headers = { Authorization: bearer(server) };
  const post = (body: string, more: object = {}): Promise<Reply> =>
    raw(server, requestText(server, { headers: { ...headers, ...more }, body }));
  const cases: [string, Promise<Reply>, number][] = [
    ["a whole address in the request line", raw(server, requestText(server, { path: server.mcp, headers })), 400],
    ["no HTTP at all", raw(server, "hello\r\n\r\n"), 400],
    ["another type of body", post(initialize(), { "Content-Type": "text/plain" }), 415],
    ["no type", post(initialize(), { "Content-Type": undefined }), 415],
    ["no JSON", post("{"), 400],
    ["JSON that is no message", post("[1]"), 400],
    ["a body that is too large", post("x".repeat(10_001)), 413],
    ["a body that says it is too large", post("", { "Content-Length": "99999999" }), 413],
    ["headers that are too large", post(initialize(), { "X-Long": "x".repeat(20_000) }), 431],
    ["another path", raw(server, requestText(server, { path: "/other", headers })), 404],
    ["a session nobody has", post(initialize(), { "Mcp-Session-Id": "nobody" }), 404],
    ["a stream without a session", raw(server, requestText(server, { method: "GET", headers })), 400],
    [
      "a protocol nobody speaks",
      post(
        '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}}',
        { "Mcp-Protocol-Version": "1999-01-01" },
      ),
      400,
    ],
  ];
  for (const [what, reply, expected] of cases)
    expect({ what, status: (await reply).status }).toEqual({ what, status: expected });
  const endless = `POST /mcp HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: ${bearer(server)}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const { status } = await raw(server, `${endless}${`1000\r\n${"x".repeat(4096)}\r\n`.repeat(5)}`);
  expect(status).toBe(413);
  expect((await post(initialize())).status).toBe(200);
});

test("an older client that asks for a version of the future gets the newest of its era", async () => {
  const server = await serve();
  const headers = { Authorization: bearer(server) };
  const { status, text } = await raw(server, requestText(server, { headers, body: initialize("2099-01-01") }));
  expect(status).toBe(200);
  expect(text).toContain('"protocolVersion":"2025-11-25"');
});

test("headers that come too slowly end the connection, and so does a body", async () => {
  const server = await serve({ limits: { headersMs: 500, requestMs: 1000 } });
  const begun = await raw(server, `POST /mcp HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nX-Slow: `);
  expect([0, 408]).toContain(begun.status);
  const slow = requestText(server, { headers: { Authorization: bearer(server), "Content-Length": "100" }, body: "{" });
  expect([0, 400, 408]).toContain((await raw(server, slow)).status);
  const silent = await raw(server, "");
  expect([0, 408]).toContain(silent.status);
});

test("there are no more sessions than are allowed, and one that ends makes room", async () => {
  const server = await serve({ limits: { sessions: 2 } });
  const headers = { Authorization: bearer(server) };
  const begin = (): Promise<Reply> => raw(server, requestText(server, { headers, body: initialize() }));
  const [first] = [await begin(), await begin()];
  const refused = await begin();
  expect([refused.status, refused.text]).toEqual([503, expect.stringMatching(/retry-after: 5/i)]);
  const id = /mcp-session-id: (\S+)/.exec(first.text)?.[1] ?? "";
  const ended = { method: "DELETE", headers: { ...headers, "Mcp-Session-Id": id, "Content-Length": undefined } };
  expect((await raw(server, requestText(server, ended))).status).toBe(200);
  expect((await begin()).status).toBe(200);
  expect((await raw(server, requestText(server, ended))).status).toBe(404);
});

test("what would begin a session too many is refused before its body has come", async () => {
  const server = await serve({ limits: { sessions: 1 } });
  const headers = { Authorization: bearer(server) };
  await raw(server, requestText(server, { headers, body: initialize() }));
  const unfinished = { headers: { ...headers, "Content-Length": "1000000" }, body: "{" };
  expect((await raw(server, requestText(server, unfinished))).status).toBe(503);
});

/** A connection that has sent these bytes and stays open. */
async function held({ url }: RunningServer, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** What a browser sends that the server's link has signed in. */
async function signIn(server: Served): Promise<{ readonly Cookie: string; readonly "X-Nacre-Key": string }> {
  const { host } = new URL(server.url);
  const body = JSON.stringify({ code: server.link.split("#")[1] });
  const { text } = await raw(
    server,
    requestText(server, { path: "/api/enter", headers: { Origin: `http://${host}` }, body }),
  );
  const [, Cookie = ""] = /set-cookie: ([^;]+);/i.exec(text) ?? [];
  const [, key = ""] = /"key":"([^"]+)"/.exec(text) ?? [];
  return { Cookie, "X-Nacre-Key": key };
}

test("connections too many are told so, as long as there is room to say it, and later served", async () => {
  const server = await serve({ limits: { connections: 32 } });
  const headers = await signIn(server);
  const seen = { method: "GET", path: "/api/summary" };
  const stays = requestText(server, { ...seen, headers: { ...headers, Connection: "keep-alive" } });
  const known: Socket[] = [];
  for (let count = 0; count < 30; count++) {
    const socket = await held(server, stays);
    await once(socket, "data");
    known.push(socket);
  }
  const ask = (): Promise<Reply> => raw(server, requestText(server, { ...seen, headers }));
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(refused.text).toMatch(/retry-after: 5/i);
  for (const socket of known) socket.destroy();
  await waitUntil("the server to serve again", async () => (await ask()).status === 200);
});

test.each([
  ["say nothing", (): string => ""],
  [
    "begin a request and do not end it",
    (server: Served): string => `POST /mcp HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nX: `,
  ],
  [
    "promise a body and send none",
    (server: Served): string => requestText(server, { headers: { "Content-Length": "1000" } }),
  ],
])("three hundred strangers who %s do not keep the holder of the token out", async (_, text) => {
  const server = await serve();
  const headers = await signIn(server);
  const own = await held(
    server,
    requestText(server, { method: "GET", path: "/api/summary", headers: { ...headers, Connection: "keep-alive" } }),
  );
  await once(own, "data");
  for (let count = 0; count < 300; count++) await held(server, text(server));
  for (let count = 0; count < 30; count++) {
    const { status } = await raw(server, requestText(server, { method: "GET", path: "/api/summary", headers }));
    expect(status).toBe(200);
  }
  expect(own.destroyed).toBe(false);
});

test("a session that nobody uses any more is ended with its shells", async () => {
  const server = await serve({ limits: { idleMs: 2000, sessions: 1 } });
  const headers: Record<string, string> = { Authorization: bearer(server) };
  const begun = await raw(server, requestText(server, { headers, body: initialize() }));
  headers["Mcp-Session-Id"] = /mcp-session-id: (\S+)/.exec(begun.text)?.[1] ?? "";
  const call = { name: "Bash", arguments: { command: "sleep 60", run_in_background: true } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call });
  const { text } = await raw(server, requestText(server, { headers, body }));
  expect(text).toContain("Started background shell");
  await waitUntil("the session to be over", async () => {
    const reply = await raw(
      server,
      requestText(server, { headers: { Authorization: bearer(server) }, body: initialize() }),
    );
    return reply.status === 200;
  });
});

test("a client without a session is forgotten when it is idle, with what runs, and told so when it comes back", async () => {
  const server = await serve({ limits: { idleMs: 1000 } });
  const call = async (name: string, input: object): Promise<string> => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "modern", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = {
      Authorization: bearer(server),
      "Mcp-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    };
    const params = { _meta, name, arguments: input };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await raw(server, requestText(server, { path: "/mcp/modern", headers, body }))).text;
  };
  await call("Bash", { command: "sleep 300", run_in_background: true });
  expect(await call("Bash", { command: "X=kept" })).not.toContain("new session");
  expect(await call("Bash", { command: "echo [$X]" })).toContain("[kept]");
  await waitUntil("all of it to be ended", () => pidsInEnvironment(`NACRE_TEST=${server.dir}`).length === 0, 30_000);
  const later = await call("Bash", { command: "echo [$X]" });
  expect(later).toContain("[]");
  expect(later).toContain("new session");
});

test("too many requests at once are refused for a moment", async () => {
  const server = await serve();
  const statuses = await Promise.all(
    Array.from({ length: 120 }, () => raw(server, requestText(server, { method: "GET" })).then(({ status }) => status)),
  );
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
  const headers = { Authorization: bearer(server) };
  expect((await raw(server, requestText(server, { headers, body: initialize() }))).status).toBe(200);
});

test("no token opens the page, and what opens the page is no token", async () => {
  const server = await serve({ version: "1.2.3" });
  const get = (headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
    raw(server, requestText(server, { method: "GET", path: "/", headers }));
  const stranger = await get();
  expect(stranger.status).toBe(401);
  expect(stranger.text).not.toMatch(/<form|1\.2\.3/);
  expect(stranger.text).toContain("content-security-policy: default-src 'none'");
  expect((await get({ Authorization: bearer(server) })).status).toBe(401);
  const browser = await signIn(server);
  expect((await get({ Cookie: browser.Cookie })).status).toBe(200);
  expect((await raw(server, requestText(server, { headers: browser, body: initialize() }))).status).toBe(401);
  expect((await raw(server, requestText(server, { path: "/login", body: `token=${server.token}` }))).status).toBe(401);
});

test.each(["0.0.0.0", "::", "10.0.0.1", "example.com"])("%s is refused unless it is meant", async (host) => {
  const dir = tempDir();
  await expect(startHttpServer({ host, kit: kitOf(dir) })).rejects.toThrow("--allow-remote");
});

test("an address that others can reach is taken when it is meant, said aloud, and still needs the token", async () => {
  const server = await serve({ host: "0.0.0.0", allowRemote: true });
  expect(server.said.join("\n")).toContain("not encrypted");
  const local = { ...server, url: server.url.replace("0.0.0.0", "127.0.0.1") };
  expect((await raw(local, requestText(local, { body: initialize() }))).status).toBe(401);
  const headers = { Authorization: bearer(server) };
  expect((await raw(local, requestText(local, { headers, body: initialize() }))).status).toBe(200);
  expect((await raw(local, requestText(local, { headers: { ...headers, Host: "evil.example" } }))).status).toBe(403);
});

test("a port in use and a token file that others can read are one sentence, and nothing is left", async () => {
  const server = await serve();
  const port = Number(new URL(server.url).port);
  const dir = tempDir();
  await expect(startHttpServer({ port, kit: kitOf(dir) })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`);
  const tokenFile = join(dir, "open");
  writeFileSync(tokenFile, "x".repeat(40), { mode: 0o644 });
  await expect(startHttpServer({ tokenFile, kit: kitOf(dir) })).rejects.toThrow("chmod 600");
  await expect(startHttpServer({ host: "127.0.0.1", port: 1e9, kit: kitOf(dir) })).rejects.toThrow();
});

test("a token file where commands can read it is said aloud", async () => {
  const dir = tempDir();
  const server = await serve({ kit: kitOf(dir), tokenFile: join(dir, "token") });
  expect(server.said.join("\n")).toContain("keep it elsewhere");
  const elsewhere = await serve({ tokenFile: join(tempDir(), "token") });
  expect(elsewhere.said.join("\n")).not.toContain("keep it elsewhere");
});

test("IPv6 loopback is loopback", async () => {
  const server = await serve({ host: "::1" });
  expect(server.mcp).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
  const response = await fetch(server.mcp, { method: "POST" });
  expect(response.status).toBe(401);
});

test("a stream of the older era begins with an id and a time to come back, and its events have ids", async () => {
  const server = await serve();
  const headers = { Authorization: bearer(server) };
  const { text } = await raw(server, requestText(server, { headers, body: initialize() }));
  expect(text).toMatch(/id: 1\nretry: 1000\ndata: ?\n\n/);
  expect(text).toMatch(/event: message\nid: 2\ndata: \{.*"protocolVersion"/);
});

test("a session of one client is none for another, whatever its id", async () => {
  const server = await serve();
  const headers = { Authorization: bearer(server) };
  const begun = await raw(server, requestText(server, { path: "/mcp/one", headers, body: initialize() }));
  const id = /mcp-session-id: (\S+)/.exec(begun.text)?.[1] ?? "";
  const body = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  const list = (path: string): Promise<Reply> =>
    raw(server, requestText(server, { path, headers: { ...headers, "Mcp-Session-Id": id }, body }));
  expect([(await list("/mcp/two")).status, (await list("/mcp")).status]).toEqual([404, 404]);
  expect((await list("/mcp/one")).status).toBe(200);
});

test("closing twice is closing once", async () => {
  const server = await serve();
  await Promise.all([server.close(), server.close()]);
  await expect(fetch(server.url)).rejects.toThrow();
});
