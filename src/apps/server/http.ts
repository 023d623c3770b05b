/**
 * `nacre serve`: MCP over streamable HTTP at `/mcp` and `/mcp/NAME`, and a page at `/`.
 *
 * Responsibilities: the socket and its limits, the routes, the end. door.ts decides which requests are accepted,
 * mcp-endpoint.ts answers at `/mcp`.
 * Does not: log what clients send. The token is compared and never repeated.
 */
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import { resolve } from "node:path";
import { Fault } from "../../core/base/fault.ts";
import { codeOf } from "../../core/base/system-error.ts";
import { isInside } from "../../core/files/path-inside.ts";

import { Arrivals } from "./arrivals.ts";
import type { Refusal } from "./door/check-origin.ts";
import { Door } from "./door/door.ts";
import { Strangers } from "./door/strangers.ts";
import { usualTokenFile } from "./door/token.ts";
import { Tokens } from "./door/tokens.ts";

import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { mcpOptionsOf, openKit, type ServerSettings } from "./open-kit.ts";
import { aboutPage } from "./page.ts";
import { createRoutes, type Handler, turnAway } from "./routes.ts";

export type HttpServerSettings = ServerSettings & {
  /** 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 0 takes any free one. */
  readonly port?: number | undefined;
  /** In the state directory by default. */
  readonly tokenFile?: string | undefined;
  /** Must be set to bind an address that other machines can reach. */
  readonly allowRemote?: boolean | undefined;
  /** More names that clients may call this server by. */
  readonly hostNames?: readonly string[] | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly say?: ((sentence: string) => void) | undefined;
};

/** The limits of one server. */
type HttpLimits = {
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

const LIMITS: HttpLimits = {
  bodyBytes: 8 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 60_000,
  connections: 256,
  sessions: 64,
  idleMs: 3_600_000,
};

export type RunningServer = {
  /** Of the page; MCP is at `/mcp` below it. */
  readonly url: string;
  readonly mcp: string;
  readonly tokenFile: string;
  /** Ends every connection and everything that was started. May be called twice. */
  close(): Promise<void>;
};

/** Starts the server. Without its sandbox, token file or port it throws a fault and leaves nothing behind. */
export async function startHttpServer(settings: HttpServerSettings): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 0, allowRemote = false, hostNames = [], say = () => undefined } = settings;
  const isLocal = isLoopback(host);
  if (!isLocal && !allowRemote) throw remoteFault(host);
  const limits = { ...LIMITS, ...settings.limits };
  const kit = await openKit(settings, say);
  try {
    const tokenFile = settings.tokenFile ?? usualTokenFile(kit.shells.stateDir);
    if (isInWorkspace(settings)) {
      say(`the token file ${tokenFile} is in the workspace, where commands can read it; keep it elsewhere`);
    }
    const names = ["localhost", "127.0.0.1", "[::1]", bracketed(host), ...hostNames].map((name) => name.toLowerCase());
    const strangers = new Strangers(Math.ceil(limits.connections * STRANGERS_SHARE));
    const tokens = new Tokens(tokenFile, say);
    const door = new Door(tokens, { names, anyAddress: !isLocal }, (socket) => strangers.know(socket));
    const endpoint = createMcpEndpoint({
      kit,
      mcp: { ...mcpOptionsOf(settings), warn: say },
      maxSessions: limits.sessions,
      idleMs: limits.idleMs,
      onError: ({ message }) => say(message),
    });
    const { containment } = await kit.shells.sandbox();
    const about = aboutPage({ version: settings.version ?? "", sandbox: containment.level });
    const arrivals = new Arrivals();
    const lull = (): Promise<void> => arrivals.lull();
    const routes = createRoutes({ door, endpoint, bodyBytes: limits.bodyBytes, about, lull, say });
    const server = createHttp(limits, { arrivals, strangers }, routes);
    const taken = await listen(server, host, port);
    if (!isLocal) say(`${host} can be reached from other machines, and what they send is not encrypted`);
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      server.close();
      await endpoint.close();
      server.closeAllConnections();
      await kit.dispose();
    };
    const url = `http://${bracketed(host)}:${taken}/`;
    return {
      url,
      mcp: `${url}mcp`,
      tokenFile,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await kit.dispose();
    throw error;
  }
}

const remoteFault = (host: string): Fault =>
  new Fault(
    "CONFIG_INVALID",
    `${host} can be reached from other machines; use 127.0.0.1, or say --allow-remote if that is meant`,
  );

/** Whether the operator put the token file where commands can read it. */
const isInWorkspace = ({ tokenFile, kit }: HttpServerSettings): boolean =>
  tokenFile !== undefined && isInside(resolve(tokenFile), resolve(kit?.workingDir ?? "."));

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** The share of the connections that is kept free to say that there are too many; beyond all of them nothing is said. */
const SPARE_SHARE = 1 / 16;
/** The share that connections without a token may have. */
const STRANGERS_SHARE = 1 / 4;
const CROWDED: Refusal = {
  status: 503,
  message: "There are too many connections already; try again in a moment.",
  retryAfterSeconds: 5,
};

type Comers = { readonly arrivals: Arrivals; readonly strangers: Strangers };

function createHttp(limits: HttpLimits, { arrivals, strangers }: Comers, handle: Handler): Server {
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
    socket.once("close", () => open.delete(socket));
    arrivals.add();
    const dropped = strangers.add(socket);
    if (dropped !== undefined) open.delete(dropped);
    if (open.size > served) late.add(socket);
  });
  return server;
}

function listen(server: Server, host: string, port: number): Promise<number> {
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
