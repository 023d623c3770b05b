import { createServer, request } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseHostRules } from "../../../../src/core/sandbox/network/host-rules.ts";
import { type Proxy, startProxy } from "../../../../src/core/sandbox/network/proxy.ts";
import { tempDir } from "../../../support/temp-dir.ts";
import { waitUntil } from "../../../support/wait-until.ts";

/** A web server on loopback that stands for the internet: it tells what it was asked. */
async function standIn(): Promise<number> {
  const server = createServer((incoming, response) =>
    response.end(
      `${incoming.method} ${incoming.url} ${incoming.headers.host} ${incoming.headers["proxy-authorization"] ?? "-"}`,
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

type Opened = { readonly proxy: Proxy; readonly socketPath: string };

async function openProxy(
  allow: readonly string[],
  options: { readonly resolve?: (host: string) => Promise<readonly string[]>; readonly real?: boolean } = {},
): Promise<Opened> {
  const socketPath = join(tempDir(), "proxy");
  const { resolve = async () => ["127.0.0.1"], real = false } = options;
  const proxy = await startProxy({
    socketPath,
    rules: parseHostRules(allow),
    resolve,
    ...(real ? {} : { mayReach: () => true }),
  });
  onTestFinished(() => proxy.close());
  return { proxy, socketPath };
}

/** Writes bytes and returns everything that comes back. */
function ask(socketPath: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let heard = "";
    socket.on("data", (chunk) => (heard += chunk.toString()));
    socket.on("close", () => resolve(heard));
    socket.on("error", reject);
    socket.write(bytes);
  });
}

const through = (
  socketPath: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path, headers, agent: false });
    outgoing.on("response", (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });

describe("a listed host", () => {
  test("is reached by CONNECT, and bytes pass both ways", async () => {
    const port = await standIn();
    const { socketPath } = await openProxy([`good.example:${port}`]);
    const heard = await ask(
      socketPath,
      `CONNECT good.example:${port} HTTP/1.1\r\nHost: x\r\n\r\nGET /hello HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n`,
    );
    expect(heard).toMatch(/^HTTP\/1.1 200 Connection established\r\n\r\nHTTP\/1.1 200 OK[^]*GET \/hello good.example/);
  });

  test("is reached by a plain request, under its own name and without the proxy's headers", async () => {
    const port = await standIn();
    const { socketPath } = await openProxy([`good.example:${port}`]);
    const answer = await through(socketPath, "GET", `http://good.example:${port}/a?b=1`, {
      host: "metadata.internal",
      "proxy-authorization": "x",
    });
    expect(answer).toEqual({ status: 200, body: `GET /a?b=1 good.example:${port} -` });
  });

  test("that does not answer is said to", async () => {
    const port = await standIn();
    const dead = createTcpServer();
    await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
    const closed = (dead.address() as AddressInfo).port;
    await new Promise((resolve) => dead.close(resolve));
    const { socketPath } = await openProxy([`good.example:${closed}`, `good.example:${port}`]);
    expect(await ask(socketPath, `CONNECT good.example:${closed} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 (502|400)/);
    expect((await through(socketPath, "GET", `http://good.example:${closed}/`)).status).toBe(502);
  });
});

describe("what is not listed", () => {
  const REFUSED: readonly (readonly [string, string])[] = [
    ["another host", "evil.example:443"],
    ["another port", "good.example:22"],
    ["a host below a listed one", "a.good.example:443"],
    ["a host that ends like one", "notgood.example:443"],
    ["an address", "93.184.216.34:443"],
    ["loopback", "127.0.0.1:443"],
    ["an address in decimal", "2130706433:443"],
  ];

  test.each(REFUSED)("%s is refused by CONNECT and remembered", async (_what, target) => {
    const { proxy, socketPath } = await openProxy(["good.example"]);
    expect(await ask(socketPath, `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 403/);
    const [host, port] = target.split(":");
    expect(proxy.takeRefusals()).toEqual([{ host, port: Number(port), reason: "unlisted" }]);
    expect(proxy.takeRefusals()).toEqual([]);
  });

  test.each([
    "CONNECT [::1]:443",
    "CONNECT good.example",
    "CONNECT good.example:443:443",
    "CONNECT good.example:99999",
    "CONNECT user@good.example:443",
    "CONNECT good.example%00:443",
    "GET /relative",
    "GET https://good.example/",
    "GET ftp://good.example/",
    "GET http://user:pw@good.example/",
    "GET http://[::1]/",
    "GET file:///etc/passwd",
  ])("%s is no request", async (line) => {
    const { proxy, socketPath } = await openProxy(["good.example"]);
    expect(await ask(socketPath, `${line} HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400/,
    );
    expect(proxy.takeRefusals()).toEqual([]);
  });

  test("control characters end the conversation", async () => {
    const { socketPath } = await openProxy(["good.example"]);
    expect(await ask(socketPath, "CONNECT good.example\0.evil.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect(await ask(socketPath, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
  });

  test("a plain request to another host is refused", async () => {
    const { socketPath } = await openProxy(["good.example"]);
    expect((await through(socketPath, "GET", "http://evil.example/", { host: "good.example" })).status).toBe(403);
  });

  test("an upgrade is refused", async () => {
    const { socketPath } = await openProxy(["good.example"]);
    expect(
      await ask(
        socketPath,
        "GET http://good.example/ HTTP/1.1\r\nHost: good.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1.1 403/);
  });

  test("an empty list reaches nothing", async () => {
    const { socketPath } = await openProxy([]);
    expect(await ask(socketPath, "CONNECT good.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
  });
});

describe("a listed name", () => {
  test.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"])(
    "that leads to %s is refused after resolution",
    async (address) => {
      const { proxy, socketPath } = await openProxy(["good.example"], { resolve: async () => [address], real: true });
      expect(await ask(socketPath, "CONNECT good.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
      expect(proxy.takeRefusals()).toMatchObject([{ reason: "private" }]);
    },
  );

  test("that leads to a public and a private address is refused", async () => {
    const { socketPath } = await openProxy(["good.example"], {
      resolve: async () => ["93.184.216.34", "127.0.0.1"],
      real: true,
    });
    expect(await ask(socketPath, "CONNECT good.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
  });

  test("that does not resolve is refused", async () => {
    const { proxy, socketPath } = await openProxy(["good.example"], {
      resolve: () => Promise.reject(new Error("no such name")),
    });
    expect(await ask(socketPath, "CONNECT good.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
    expect(proxy.takeRefusals()).toMatchObject([{ reason: "unresolved" }]);
  });

  test("is resolved once: a second answer cannot lead elsewhere", async () => {
    const port = await standIn();
    let answers = 0;
    const { socketPath } = await openProxy([`good.example:${port}`], {
      resolve: async () => (answers++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"]),
    });
    await ask(
      socketPath,
      `CONNECT good.example:${port} HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answers).toBe(1);
  });

  test("is resolved by the system unless told otherwise", async () => {
    const socketPath = join(tempDir(), "proxy");
    const proxy = await startProxy({ socketPath, rules: [{ kind: "exact", host: "localhost", ports: [443] }] });
    onTestFinished(() => proxy.close());
    expect(await ask(socketPath, "CONNECT localhost:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
    expect(proxy.takeRefusals()).toMatchObject([{ reason: "private" }]);
  });
});

test("only the last refusals are kept", async () => {
  const { proxy, socketPath } = await openProxy([]);
  for (let index = 0; index < 60; index++) await ask(socketPath, `CONNECT h${index}.example:443 HTTP/1.1\r\n\r\n`);
  expect(proxy.takeRefusals().map(({ host }) => host)).toEqual(
    Array.from({ length: 50 }, (_, index) => `h${index + 10}.example`),
  );
});

test("closing ends open tunnels", async () => {
  const quiet = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => quiet.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void quiet.close());
  const { port } = quiet.address() as AddressInfo;
  const { proxy, socketPath } = await openProxy([`good.example:${port}`]);
  const heard = ask(socketPath, `CONNECT good.example:${port} HTTP/1.1\r\n\r\n`);
  const client = connect(socketPath);
  client.on("error", () => undefined);
  await new Promise((resolve) => client.once("connect", resolve));
  client.write(`CONNECT good.example:${port} HTTP/1.1\r\n\r\n`);
  await new Promise((resolve) => client.once("data", resolve));
  await proxy.close();
  expect(await heard).toContain("200 Connection established");
});

describe("a client that asks and leaves, or asks for everything at once", () => {
  /** A listed host that takes connections and says nothing; tells how many are open. */
  async function silent(): Promise<{
    readonly port: number;
    readonly seen: () => number;
    readonly open: () => number;
  }> {
    const sockets = new Set<Socket>();
    let seen = 0;
    const server = createTcpServer((socket) => {
      seen++;
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => sockets.delete(socket))
        .resume();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, seen: () => seen, open: () => sockets.size };
  }

  test.each([
    ["CONNECT", (port: number) => `CONNECT good.example:${port} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ["GET", (port: number) => `GET http://good.example:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])("leaves no connection behind: %s", async (_, bytes) => {
    const { port, seen, open } = await silent();
    const waiting: (() => void)[] = [];
    const { socketPath } = await openProxy([`good.example:${port}`], {
      resolve: (host) => new Promise((resolve) => (waiting.push(() => resolve(["127.0.0.1"])), void host)),
    });
    const early = connect(socketPath).on("error", () => undefined);
    early.write(bytes(port));
    await waitUntil("the name to be asked for", () => waiting.length === 1);
    const late = connect(socketPath).on("error", () => undefined);
    late.write(bytes(port));
    await waitUntil("the name to be asked for", () => waiting.length === 2);
    const gone = new Promise((resolve) => early.once("close", resolve));
    early.destroy();
    await gone;
    waiting[1]?.();
    await waitUntil("the host to be reached", () => seen() === 1);
    waiting[0]?.();
    late.destroy();
    await waitUntil("all connections to be closed", () => open() === 0, 10_000);
  });

  test("is given no more than a bounded number", async () => {
    const { port, seen } = await silent();
    const { socketPath } = await openProxy([`good.example:${port}`]);
    const socket = connect(socketPath).on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const one = `GET http://good.example:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(one.repeat(2000));
    await waitUntil("many to be under way", () => seen() >= 512);
    const other = await through(socketPath, "GET", `http://good.example:${port}/`);
    expect(other.status).toBe(503);
    expect(seen()).toBe(512);
  });
});
