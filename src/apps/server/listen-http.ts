/** The socket of a server and its limits. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import { Fault } from "../../core/base/fault.ts";
import { codeOf } from "../../core/base/system-error.ts";
import type { Arrivals } from "./arrivals.ts";
import type { AnsweredHosts, Refusal } from "./door/check-origin.ts";
import type { Strangers } from "./door/strangers.ts";
import { OWN_NAME } from "./page/served-address.ts";
import { type Handler, turnAway } from "./routes.ts";
import { whenClosed } from "./when-closed.ts";

/** The limits of one server. */
export type HttpLimits = {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** How long the headers, and the whole request, may take. */
  readonly headersMs: number;
  readonly requestMs: number;
  readonly connections: number;
  readonly sessions: number;
  /** After this time without a request a client counts as gone. */
  readonly idleMs: number;
};

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 60_000,
  connections: 256,
  sessions: 64,
  idleMs: 3_600_000,
};

/** Where clients have workers of their own, each of them may have a session, and connections for it. */
export function limitsFor(maxWorkers = 0): HttpLimits {
  const { sessions, connections } = HTTP_LIMITS;
  return {
    ...HTTP_LIMITS,
    sessions: Math.max(sessions, maxWorkers),
    connections: Math.max(connections, CONNECTIONS_EACH * maxWorkers),
  };
}

/** A client calls, listens, and may do both twice. */
const CONNECTIONS_EACH = 4;

/** The share of the connections that is kept free to say that there are too many; beyond all of them nothing is said. */
const SPARE_SHARE = 1 / 16;
/** The share that connections without a token may have. */
const STRANGERS_SHARE = 1 / 4;
const CROWDED: Refusal = {
  status: 503,
  message: "There are too many connections already; try again in a moment.",
  retryAfterSeconds: 5,
};

/** How many connections without a token may be open. */
export const mostStrangers = ({ connections }: HttpLimits): number => Math.ceil(connections * STRANGERS_SHARE);

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

export const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** The names that a server on this address answers to. */
export const answeredHosts = (host: string, more: readonly string[] = []): AnsweredHosts => ({
  names: ["localhost", "127.0.0.1", "[::1]", OWN_NAME, bracketed(host), ...more].map((name) => name.toLowerCase()),
  anyAddress: !isLoopback(host),
});

type Comers = { readonly arrivals: Arrivals; readonly strangers: Strangers };

export function createHttp(limits: HttpLimits, { arrivals, strangers }: Comers, handle: Handler): Server {
  const late = new WeakSet<Socket>();
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      requireHostHeader: true,
    },
    (request, response) => {
      response.on("error", () => undefined); // the client is gone, and its request with it
      if (late.has(request.socket)) return turnAway(response, CROWDED);
      handle(request, response).catch(() => response.destroy());
    },
  );
  server.maxConnections = limits.connections;
  const served = Math.ceil(limits.connections * (1 - SPARE_SHARE));
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    whenClosed(socket, () => open.delete(socket));
    arrivals.add();
    const dropped = strangers.add(socket);
    if (dropped !== undefined) open.delete(dropped);
    if (open.size > served) late.add(socket);
  });
  return server;
}

export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const why =
        codeOf(error) === "EADDRINUSE"
          ? "is in use; choose another with --port, or 0 for any"
          : `cannot be used: ${error.message}`;
      reject(new Fault("CONFIG_INVALID", `port ${port} of ${host} ${why}`, { cause: error }));
    });
    server.listen(port, host, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
