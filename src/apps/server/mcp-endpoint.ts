import { createHash } from "node:crypto";
import { CLIENT_INFO_META_KEY, createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions } from "../../adapters/mcp.ts";
import { isRecord } from "../../core/base/is-record.ts";
import type { Toolkit } from "../../tools/toolkit.ts";
import { ClientScopes } from "./client-scopes.ts";
import { McpSessions } from "./mcp-sessions.ts";

export type EndpointOptions = {
  readonly kit: Toolkit;
  readonly mcp: McpServerOptions;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly onError: (error: Error) => void;
};

/** `/mcp`, in both eras: sessions for the older protocol, single requests for the newer one. */
export interface McpEndpoint {
  fetch(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

const MAX_SUBSCRIPTIONS = 64;

export function createMcpEndpoint({ kit, mcp, onError, ...limits }: EndpointOptions): McpEndpoint {
  const sessions = new McpSessions({
    ...limits,
    onError,
    createServer: (scope) => createMcpServer(kit, { ...mcp, scope }),
    leave: (scope) => kit.leave(scope),
  });
  const scopes = new ClientScopes(kit, limits.idleMs);
  const single = createMcpHandler(({ authInfo }) => createMcpServer(kit, { ...mcp, scope: authInfo?.clientId ?? "" }), {
    legacy: "reject",
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: onError,
  });
  return {
    fetch: async (request, body) => {
      if (await isLegacyRequest(request, body)) return sessions.fetch(request, body);
      // The SDK passes `authInfo` to the server that it makes for the request.
      const scope = clientScope(body);
      scopes.use(scope);
      const authInfo = { clientId: scope, token: "", scopes: [] };
      return single.fetch(request, { parsedBody: body, authInfo });
    },
    close: async () => {
      scopes.close();
      await Promise.all([sessions.close(), single.close()]);
    },
  };
}

/**
 * The newer protocol has no sessions, and no client has an identity. The name that a client gives itself keeps different
 * programs apart and lets one program find its session again; two clients of the same kind need a `session_id` each.
 */
function clientScope(body: unknown): string {
  const params = isRecord(body) && isRecord(body["params"]) ? body["params"] : {};
  const meta = isRecord(params["_meta"]) ? params["_meta"] : {};
  const info = isRecord(meta[CLIENT_INFO_META_KEY]) ? meta[CLIENT_INFO_META_KEY] : {};
  const told = JSON.stringify([info["name"] ?? null, info["version"] ?? null]);
  return `client-${createHash("sha256").update(told).digest("hex").slice(0, 32)}`;
}
