import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { after } from "../../base/clock.ts";
import { PROXY_CONNECT_MS } from "../../base/limits.ts";
import type { HostRefusal } from "../sandbox.ts";
import { type HostRule, isHostAllowed } from "./host-rules.ts";
import { isPublicAddress } from "./public-address.ts";

export type ProxyOptions = {
  /** Where the proxy listens; the only way out of a sandbox leads there. */
  readonly socketPath: string;
  readonly rules: readonly HostRule[];
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly mayReach?: (address: string) => boolean;
};

export interface Proxy {
  /** The refusals since the last call. */
  takeRefusals(): readonly HostRefusal[];
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 512;
const KEPT_REFUSALS = 50;
/** Meant for the next hop only, by RFC 9110 7.6.1. */
const HOP_BY_HOP = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

type Target = { readonly host: string; readonly port: number };

const everyAddress = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Starts the proxy through which a sandbox reaches the hosts on its list and nothing else. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { rules, resolve = everyAddress, mayReach = isPublicAddress } = options;
  const refusals: HostRefusal[] = [];
  const open = new Set<Duplex>();
  const refuse = (target: Target, reason: HostRefusal["reason"]): undefined => {
    refusals.push({ ...target, reason });
    if (refusals.length > KEPT_REFUSALS) refusals.shift();
    return undefined;
  };

  /**
   * The address to connect to. Resolved, checked and used here, so that a second answer of the name server does not
   * count.
   */
  const addressOf = async (target: Target): Promise<string | undefined> => {
    if (!isHostAllowed(rules, target.host, target.port)) return refuse(target, "unlisted");
    const addresses = await resolve(target.host).catch((): readonly string[] => []);
    const [first] = addresses;
    if (first === undefined) return refuse(target, "unresolved");
    if (!addresses.every(mayReach)) return refuse(target, "private");
    return first;
  };

  // Requests, not connections: one connection can ask for thousands at once, and each costs the host a socket.
  let underWay = 0;
  const begins = (over: (done: () => void) => void): boolean => {
    if (underWay >= MAX_CONNECTIONS) return false;
    underWay++;
    over(() => underWay--);
    return true;
  };
  const server = createServer((incoming, response) => {
    if (!begins((done) => response.once("close", done))) return reply(response, 503, "too many requests at once");
    forward(incoming, response, addressOf).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => track(open, socket));
  server.on("connect", (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    track(open, client);
    if (!begins((done) => client.once("close", done))) return say(client, 503, "too many requests at once");
    tunnel({ incoming, client, head, open }, addressOf).catch(() => client.destroy());
  });
  server.on("upgrade", (_incoming, client) => say(client, 403, "only plain requests and CONNECT pass"));
  server.on("clientError", (_error, client) => say(client, 400, "not a request"));
  await new Promise<void>((resolveListening, reject) => {
    server.once("error", reject);
    server.listen(options.socketPath, resolveListening);
  });
  // The proxy must not keep the host alive.
  server.unref();
  return {
    takeRefusals: () => refusals.splice(0),
    close: () =>
      new Promise((resolveClosed) => {
        server.close(() => resolveClosed());
        for (const socket of open) socket.destroy();
      }),
  };
}

function track(open: Set<Duplex>, socket: Duplex): void {
  open.add(socket);
  socket.once("close", () => open.delete(socket));
  socket.on("error", () => socket.destroy());
}

type Addressing = (target: Target) => Promise<string | undefined>;

type Tunnel = {
  readonly incoming: IncomingMessage;
  readonly client: Duplex;
  readonly head: Buffer;
  readonly open: Set<Duplex>;
};

async function tunnel({ incoming, client, head, open }: Tunnel, addressOf: Addressing): Promise<void> {
  const target = authorityOf(incoming.url ?? "");
  if (target === undefined) return say(client, 400, "CONNECT needs host:port");
  const address = await addressOf(target);
  if (client.destroyed) return; // the client is gone, and nothing would ever close the other end
  if (address === undefined)
    return say(client, 403, `${target.host}:${target.port} is not reachable from this sandbox`);
  const remote = connect({ host: address, port: target.port });
  track(open, remote);
  const late = after(PROXY_CONNECT_MS, () => remote.destroy());
  remote.once("error", () => say(client, 502, `${target.host}:${target.port} did not answer`));
  remote.once("connect", () => {
    late.cancel();
    client.write("HTTP/1.1 200 Connection established\r\n\r\n");
    remote.write(head);
    remote.pipe(client).pipe(remote);
  });
  remote.once("close", () => {
    late.cancel();
    client.destroy();
  });
  client.once("close", () => remote.destroy());
}

/**
 * `host:port` and nothing else: no user, no path, no address in brackets, no character that two parsers could read
 * differently.
 */
function authorityOf(text: string): Target | undefined {
  const [, host, port] = /^([A-Za-z0-9._-]{1,253}):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

async function forward(incoming: IncomingMessage, response: ServerResponse, addressOf: Addressing): Promise<void> {
  const url = plainUrl(incoming.url ?? "");
  if (url === undefined) return reply(response, 400, "ask for an absolute http address, or use CONNECT");
  const target = { host: url.hostname, port: Number(url.port || 80) };
  const address = await addressOf(target);
  if (response.destroyed) return;
  if (address === undefined)
    return reply(response, 403, `${target.host}:${target.port} is not reachable from this sandbox`);
  const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  const outgoing = request({
    host: address,
    port: target.port,
    method: incoming.method,
    path: `${url.pathname}${url.search}`,
    // Names the host that was checked, whatever the command wrote there.
    headers: { ...headers, host: url.host },
    timeout: PROXY_CONNECT_MS,
    agent: false,
  });
  outgoing.once("timeout", () => outgoing.destroy());
  response.once("close", () => outgoing.destroy());
  outgoing.once("error", () => reply(response, 502, `${target.host}:${target.port} did not answer`));
  outgoing.once("response", (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.pipe(response);
  });
  incoming.pipe(outgoing);
}

function plainUrl(text: string): URL | undefined {
  if (!/^http:\/\/[A-Za-z0-9._-]+(?::\d{1,5})?(?:[/?]|$)/.test(text) || /[\0-\x20\x7f]/.test(text)) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}

function reply(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "text/plain", connection: "close" });
  response.end(`nacre: ${words}\n`);
}

function say(client: Duplex | Socket, status: number, words: string): void {
  if (client.destroyed || !client.writable) return;
  const body = `nacre: ${words}\n`;
  client.end(
    `HTTP/1.1 ${status} ${status === 403 ? "Forbidden" : "Error"}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
