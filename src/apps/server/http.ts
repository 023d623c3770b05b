/**
 * `nacre serve`: MCP over streamable HTTP at `/mcp` and `/mcp/NAME`, and a page at `/`.
 *
 * Responsibilities: what belongs to one server, from start to end. door.ts decides which requests are accepted,
 * mcp-endpoint.ts answers at `/mcp`, page-room.ts at `/`.
 * Does not: log what clients send. The token is compared and never repeated.
 */
import type { Socket } from "node:net";
import { resolve } from "node:path";
import { Fault } from "../../core/base/fault.ts";
import { checkOwn } from "../../core/files/make-directory.ts";
import { isInside } from "../../core/files/path-inside.ts";

import { Arrivals } from "./arrivals.ts";
import { Door } from "./door/door.ts";
import { Strangers } from "./door/strangers.ts";
import { usualTokenFile } from "./door/token.ts";
import { Tokens } from "./door/tokens.ts";

import {
  answeredHosts,
  bracketed,
  createHttp,
  type HttpLimits,
  isLoopback,
  limitsFor,
  listen,
  mostStrangers,
} from "./listen-http.ts";
import { createMcpEndpoint } from "./mcp-endpoint.ts";
import { mcpOptionsOf, openKit, type ServerSettings } from "./open-kit.ts";
import { createPage } from "./page/page-room.ts";
import { createRoutes } from "./routes.ts";

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

export type RunningServer = {
  /** Of the page; MCP is at `/mcp` below it. */
  readonly url: string;
  readonly mcp: string;
  readonly tokenFile: string;
  /** Signs one browser in to the page, once, within a minute. */
  readonly link: string;
  /** Ends every connection and everything that was started. May be called twice. */
  close(): Promise<void>;
};

/** Starts the server. Without its sandbox, token file or port it throws a fault and leaves nothing behind. */
export async function startHttpServer(settings: HttpServerSettings): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 0, allowRemote = false, hostNames = [], say = () => undefined } = settings;
  const isLocal = isLoopback(host);
  if (!isLocal && !allowRemote) throw remoteFault(host);
  const limits = { ...limitsFor(settings.kit?.maxWorkers), ...settings.limits };
  const kit = await openKit(settings, say);
  try {
    checkOwn(kit.shells.stateDir); // who signs in at the page is kept there
    const tokenFile = settings.tokenFile ?? usualTokenFile(kit.shells.stateDir);
    if (isInWorkspace(settings)) {
      say(`the token file ${tokenFile} is in the workspace, where commands can read it; keep it elsewhere`);
    }
    const hosts = answeredHosts(host, hostNames);
    const strangers = new Strangers(mostStrangers(limits));
    const onKnown = (socket: Socket): void => strangers.know(socket);
    const door = new Door(new Tokens(tokenFile, say), hosts, onKnown);
    const endpoint = createMcpEndpoint({
      kit,
      mcp: { ...mcpOptionsOf(settings), warn: say },
      maxSessions: limits.sessions,
      idleMs: limits.idleMs,
      onError: ({ message }) => say(message),
    });
    const page = createPage({ stateDir: kit.shells.stateDir, version: settings.version ?? "", hosts, onKnown });
    const arrivals = new Arrivals();
    const lull = (): Promise<void> => arrivals.lull();
    const routes = createRoutes({ door, endpoint, bodyBytes: limits.bodyBytes, page: page.handle, lull, say });
    const server = createHttp(limits, { arrivals, strangers }, routes);
    const taken = await listen(server, host, port);
    if (!isLocal) say(`${host} can be reached from other machines, and what they send is not encrypted`);
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      server.close();
      page.close();
      await endpoint.close();
      server.closeAllConnections();
      await kit.dispose();
    };
    const url = `http://${bracketed(host)}:${taken}/`;
    return {
      url,
      mcp: `${url}mcp`,
      tokenFile,
      link: page.open(url),
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
