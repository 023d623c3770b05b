import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import {
  isInitializeRequest,
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Refusal } from "./door/check-origin.ts";
import { RecentEvents } from "./recent-events.ts";
import { SoonTransport } from "./soon-transport.ts";
import { Usage } from "./usage.ts";
import { isUsualRequest } from "./usual-request.ts";
import type { OnOver } from "./web-exchange.ts";

type McpSession = {
  readonly transport: SoonTransport;
  readonly scope: string;
  /** The name of the client that began it; its id is good for no other. */
  readonly client: string | undefined;
  readonly usage: Usage;
};

/** A place that is kept for a session which is about to begin. */
export type Place = { readonly release: () => void };

/** An answer that is sent as it is, and the session it belongs to. */
export type Soon = { readonly answer: JSONRPCMessage; readonly session: string };

/** Of which client a request is, the profile it chose, the place kept for its session, and how its end is heard of. */
export type Visit = {
  readonly client?: string | undefined;
  readonly profile?: string | undefined;
  readonly place?: Place | undefined;
  readonly onOver?: OnOver | undefined;
};

/** When a client whose stream broke is to come back for the rest. */
const RETRY_MS = 1000;

export type SessionsOptions = {
  readonly maxSessions: number;
  /** After this time without use a session counts as left by its client. */
  readonly idleMs: number;
  readonly createServer: (scope: string, profile: string | undefined) => Server;
  /** Ends everything of one client. */
  readonly leave: (scope: string) => Promise<void>;
  readonly onError: (error: Error) => void;
};

/** The sessions of clients of the older protocol: each has an id that cannot be guessed, and shells of its own. */
export class McpSessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, McpSession>();
  readonly #places = new Set<Place>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  async fetch(request: Request, body: unknown, visit: Visit = {}): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(request, body, visit);
    const session = this.#sessions.get(id);
    if (session === undefined || session.client !== visit.client) return refusal(NO_SESSION);
    visit.onOver?.(session.usage.begin());
    return serve(session, request, body);
  }

  /** Whether a request names a session that began here. */
  knows(id: string | null): boolean {
    return id !== null && this.#sessions.has(id);
  }

  /** The answer to a session's request, if it comes within a moment. For any other, `fetch` is to be called at once. */
  async soon(headers: IncomingHttpHeaders, body: unknown, client: string | undefined): Promise<Soon | undefined> {
    const { "mcp-session-id": id } = headers;
    const session = typeof id === "string" ? this.#sessions.get(id) : undefined;
    if (typeof id !== "string" || session?.client !== client || !isUsualRequest(body)) return undefined;
    if (session === undefined || !mayBeAnsweredSoon(headers) || body.method === "initialize") return undefined;
    const end = session.usage.begin();
    try {
      const answer = await session.transport.soon(body);
      return answer && { answer, session: id };
    } finally {
      end();
    }
  }

  /** Keeps a place for a session, so that a client too many is told so before anything of its request is read. */
  keepPlace(): Place | Refusal {
    if (this.#sessions.size + this.#places.size >= this.#options.maxSessions) return this.#full();
    const place: Place = { release: () => void this.#places.delete(place) };
    this.#places.add(place);
    return place;
  }

  /** Ends the sessions that are idle. */
  async sweep(): Promise<void> {
    const idle = [...this.#sessions].filter(([, { usage }]) => usage.isIdleFor(this.#options.idleMs));
    await Promise.all(idle.map(([id]) => this.#end(id)));
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ transport }) => transport.close()));
  }

  async #begin(request: Request, body: unknown, { client, profile, place, onOver }: Visit): Promise<Response> {
    if (request.method !== "POST" || !isInitializeRequest(body)) {
      return refusal(NO_BEGINNING);
    }
    place?.release();
    if (this.#sessions.size >= this.#options.maxSessions) return refusal(this.#full());
    const id = randomUUID();
    const scope = `session-${randomUUID()}`;
    const transport = new SoonTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => this.#end(id),
      eventStore: new RecentEvents(),
      retryInterval: RETRY_MS,
    });
    const session: McpSession = { transport, scope, client, usage: new Usage() };
    this.#sessions.set(id, session);
    onOver?.(session.usage.begin());
    try {
      await this.#options.createServer(scope, profile).connect(transport);
      transport.heed();
      const response = await serve(session, request, body);
      if (!response.ok) await this.#end(id);
      return response;
    } catch (error) {
      await this.#end(id);
      throw error;
    }
  }

  #full(): Refusal {
    const most = this.#options.maxSessions;
    const message = `There are ${most} sessions already, which is the most; end one first.`;
    return { status: 503, message, retryAfterSeconds: 5 };
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    try {
      await session.transport.close();
      await this.#options.leave(session.scope);
    } catch (error) {
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** What the SDK would refuse, it is asked to. */
const mayBeAnsweredSoon = ({ accept = "", "mcp-protocol-version": version }: IncomingHttpHeaders): boolean =>
  accept.includes("application/json") &&
  accept.includes("text/event-stream") &&
  (version === undefined || (typeof version === "string" && SUPPORTED_PROTOCOL_VERSIONS.includes(version)));

const serve = ({ transport }: McpSession, request: Request, body: unknown): Promise<Response> =>
  transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });

const NO_SESSION: Refusal = { status: 404, message: "No such session; begin with an initialize request." };
const NO_BEGINNING: Refusal = {
  status: 400,
  message: "Begin with an initialize request, or name a session in Mcp-Session-Id.",
};

/** An error of the protocol, for an HTTP request that is no valid request of MCP. */
const refusal = ({ status, message, retryAfterSeconds }: Refusal): Response =>
  Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32_000, message } },
    { status, headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) } },
  );
