import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport as StreamableTransport,
} from "@modelcontextprotocol/server";

type McpSession = {
  readonly transport: StreamableTransport;
  readonly scope: string;
  lastUsedAt: number;
  /** Requests in progress, including an open stream. */
  open: number;
};

export type SessionsOptions = {
  readonly maxSessions: number;
  /** After this time without use a session counts as left by its client. */
  readonly idleMs: number;
  readonly createServer: (scope: string) => Server;
  /** Ends everything of one client. */
  readonly leave: (scope: string) => Promise<void>;
  readonly onError: (error: Error) => void;
};

/** The sessions of clients of the older protocol: each has an id that cannot be guessed, and shells of its own. */
export class McpSessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, McpSession>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(1, options.idleMs / 10));
    this.#sweeper.unref();
  }

  async fetch(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(request, body);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, "No such session; begin with an initialize request.");
    return this.#serve(session, request, body);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ transport }) => transport.close()));
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    if (request.method !== "POST" || !isInitializeRequest(body)) {
      return refusal(400, "Begin with an initialize request, or name a session in Mcp-Session-Id.");
    }
    if (this.#sessions.size >= this.#options.maxSessions) {
      return refusal(503, `There are ${this.#sessions.size} sessions already, which is the most; end one first.`);
    }
    const id = randomUUID();
    const scope = `session-${randomUUID()}`;
    const transport = new StreamableTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => this.#end(id),
    });
    const session: McpSession = { transport, scope, lastUsedAt: Date.now(), open: 0 };
    this.#sessions.set(id, session);
    try {
      await this.#options.createServer(scope).connect(transport);
      const response = await this.#serve(session, request, body);
      if (!response.ok) await this.#end(id);
      return response;
    } catch (error) {
      await this.#end(id);
      throw error;
    }
  }

  async #serve(session: McpSession, request: Request, body: unknown): Promise<Response> {
    session.open += 1;
    const done = once(() => {
      session.open -= 1;
      session.lastUsedAt = Date.now();
    });
    request.signal.addEventListener("abort", done, { once: true });
    try {
      const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
      return whenRead(response, done);
    } catch (error) {
      done();
      throw error;
    }
  }

  #sweep(): void {
    const before = Date.now() - this.#options.idleMs;
    for (const [id, { open, lastUsedAt }] of this.#sessions) {
      if (open === 0 && lastUsedAt < before) void this.#end(id);
    }
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

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/** The same response; `done` is called when its last byte was read, or its reader is gone. */
function whenRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const { status, statusText, headers } = response;
  const watched = response.body.pipeThrough(new TransformStream({ flush: done }));
  return new Response(watched, { status, statusText, headers });
}

/** An error of the protocol, for an HTTP request that is no valid request of MCP. */
const refusal = (status: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status });
