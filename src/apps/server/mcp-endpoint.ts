import type { IncomingHttpHeaders } from "node:http";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions } from "../../adapters/mcp.ts";
import { listenOwn, onShellNotice } from "../../adapters/mcp-notices.ts";
import { every } from "../../core/base/clock.ts";
import type { Toolkit } from "../../tools/toolkit.ts";

import type { Refusal } from "./door/check-origin.ts";
import { McpSessions, type Place, type Soon, type Visit } from "./mcp-sessions.ts";

import { NamedClients } from "./named-clients.ts";
import { NamelessSessions } from "./nameless-sessions.ts";

export type EndpointOptions = {
  readonly kit: Toolkit;
  readonly mcp: McpServerOptions;
  readonly maxSessions: number;
  /** After this time without a request a client counts as gone: its sessions and shells are ended. */
  readonly idleMs: number;
  readonly onError: (error: Error) => void;
};

/** `/mcp`, in both eras: sessions for the older protocol, single requests for the newer one. */
export interface McpEndpoint {
  /** The names that a client may choose among, in `?profile=NAME`. */
  readonly profiles: readonly string[];
  fetch(request: Request, body: unknown, visit?: Visit): Promise<Response>;
  /** The answer to a request that has one within a moment. For any other, `fetch` is to be called at once. */
  soon(headers: IncomingHttpHeaders, body: unknown, client: string | undefined): Promise<Soon | undefined>;
  /** Keeps a place for a session of the older protocol, before anything of its request is read. */
  keepPlace(): Place | Refusal;
  close(): Promise<void>;
}

const MAX_SUBSCRIPTIONS = 64;
/** How many times within `idleMs` nacre looks for clients that are gone. */
const SWEEPS = 10;

export function createMcpEndpoint({ kit, mcp, onError, ...limits }: EndpointOptions): McpEndpoint {
  const sessions = new McpSessions({
    ...limits,
    onError,
    createServer: (scope, profile) => createMcpServer(kit, { ...mcp, scope, profile }),
    leave: kit.leave,
  });
  const named = new NamedClients(kit, limits.idleMs);
  const nameless = new NamelessSessions(kit, limits.idleMs);
  const single = createMcpHandler(({ authInfo }) => serverFor(authInfo?.clientId, authInfo?.scopes[0]), {
    legacy: "reject",
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: onError,
  });
  const serverFor = (client = "", profile?: string): ReturnType<typeof createMcpServer> =>
    client === ""
      ? createMcpServer(nameless.kit, { ...mcp, ...nameless.options, profile })
      : createMcpServer(kit, { ...mcp, ...named.optionsFor(client), profile });
  const stopNotices = onShellNotice({ kit, scope: undefined }, (uris) => uris.forEach(single.notify.resourceUpdated));
  const sweep = (): void => {
    for (const one of [sessions, named, nameless]) one.sweep().catch(onError);
  };
  const sweeper = every(Math.max(1, limits.idleMs / SWEEPS), sweep).unref();
  return {
    profiles: kit.machines?.profiles ?? [],
    fetch: async (request, body, visit = {}) => {
      const isOfSession = sessions.knows(request.headers.get("mcp-session-id"));
      if (isOfSession || (await isLegacyRequest(request, body))) return sessions.fetch(request, body, visit);
      const { client, profile, onOver } = visit;
      if (client !== undefined) named.visit(client, onOver);
      // The SDK passes `authInfo` to the server that it makes for the request; the profile is what it may use.
      const authInfo = { clientId: client ?? "", token: "", scopes: profile === undefined ? [] : [profile] };
      const { scope } = client === undefined ? nameless.options : named.optionsFor(client);
      return single.fetch(request, { parsedBody: listenOwn(body, { kit, scope }), authInfo });
    },
    soon: (headers, body, client) => sessions.soon(headers, body, client),
    keepPlace: () => sessions.keepPlace(),
    close: async () => {
      sweeper.cancel();
      stopNotices();
      await Promise.all([sessions.close(), single.close()]);
    },
  };
}
