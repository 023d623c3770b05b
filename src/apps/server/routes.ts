import type { IncomingMessage, ServerResponse } from "node:http";
import { messageOf } from "../../core/base/system-error.ts";
import type { Refusal } from "./door/check-origin.ts";
import { CLIENT_NAMES, isClientName } from "./door/client-tokens.ts";
import type { Door } from "./door/door.ts";
import { SAFETY } from "./door/safety-headers.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";
import type { Soon, Visit } from "./mcp-sessions.ts";
import type { PageHandler } from "./page/page-routes.ts";
import { readBody } from "./read-body.ts";
import { answerByWeb } from "./web-exchange.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type Rooms = {
  readonly door: Door;
  readonly endpoint: McpEndpoint;
  readonly bodyBytes: number;
  readonly page: PageHandler;
  /** Resolves when all who came at once were let in or turned away. */
  readonly lull: () => Promise<void>;
  readonly say: (sentence: string) => void;
};

/** Answers each path. */
export function createRoutes({ door, endpoint, bodyBytes, page, lull, say }: Rooms): Handler {
  const answer = async (request: IncomingMessage, response: ServerResponse, visit: Visit): Promise<void> => {
    await lull();
    const body = request.method === "POST" ? await jsonOf(request, bodyBytes) : { value: undefined };
    if ("status" in body) return turnAway(response, body);
    const soon = await endpoint.soon(request.headers, body.value, visit.client);
    if (soon !== undefined) return answerAtOnce(response, soon);
    const fetched = answerByWeb(request, response, (web, onOver) =>
      endpoint.fetch(web, body.value, { ...visit, onOver }),
    );
    return fetched.catch((error: unknown) => {
      say(messageOf(error));
      turnAway(response, BROKEN);
    });
  };
  const mcp = async (request: IncomingMessage, response: ServerResponse, named?: string): Promise<void> => {
    const entered = door.enter(request, named);
    if ("status" in entered) return turnAway(response, entered);
    const { client } = entered;
    if (client !== undefined && !isClientName(client)) return turnAway(response, NO_NAME);
    const profile = profileOf(request);
    if (profile !== undefined && !endpoint.profiles.includes(profile))
      return turnAway(response, noProfile(profile, endpoint.profiles));
    const place = beginsSession(request) ? endpoint.keepPlace() : undefined;
    if (place !== undefined && "status" in place) return turnAway(response, place);
    return answer(request, response, { client, profile, place }).finally(() => place?.release());
  };
  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const [, isMcp, named] = MCP_PATH.exec(path) ?? [];
    if (isMcp !== undefined) return mcp(request, response, named);
    if (await page(request, response)) return;
    const entered = door.enter(request);
    return turnAway(response, "status" in entered ? entered : NOWHERE);
  };
}

/** `/mcp`, or `/mcp/NAME`. */
const MCP_PATH = /^(\/mcp)(?:\/([^/]*))?$/;
const NOWHERE: Refusal = {
  status: 404,
  message: "There is /mcp, /mcp/NAME for a client with a name, and a page at /.",
};
const NO_NAME: Refusal = { status: 404, message: `A client's name in /mcp/NAME has ${CLIENT_NAMES}.` };
const noProfile = (profile: string, known: readonly string[]): Refusal => ({
  status: 404,
  message: `There is no profile ${JSON.stringify(profile)}; there are: ${known.join(", ") || "none"}.`,
});
/** The profile that an address names; of several the first. */
const profileOf = ({ url = "" }: IncomingMessage): string | undefined =>
  new URLSearchParams(url.split("?").slice(1).join("?")).get("profile") ?? undefined;
/** Whether a client of the older protocol begins: it has no session yet, and no version to name in a header. */
const beginsSession = ({ method, headers }: IncomingMessage): boolean =>
  method === "POST" && headers["mcp-session-id"] === undefined && headers["mcp-protocol-version"] === undefined;

async function jsonOf(request: IncomingMessage, maxBytes: number): Promise<{ readonly value: unknown } | Refusal> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    return { status: 415, message: "The body must be application/json." };
  const body = await readBody(request, maxBytes);
  if (body.kind === "too-large") return { status: 413, message: `A body may have ${maxBytes} bytes at the most.` };
  if (body.kind === "gone") return { status: 400, message: "The request ended early." };
  try {
    return { value: JSON.parse(body.text) };
  } catch {
    return { status: 400, message: "The body is not JSON." };
  }
}

const BROKEN: Refusal = { status: 500, message: "Internal server error" };
const RPC_CODES: Readonly<Record<number, number>> = { 400: -32_700, 500: -32_603 };

function answerAtOnce(response: ServerResponse, { answer, session }: Soon): void {
  const text = JSON.stringify(answer);
  const length = Buffer.byteLength(text);
  response
    .writeHead(200, { "content-type": "application/json", "content-length": length, "mcp-session-id": session })
    .end(text);
}

/** Answers with one sentence and closes the connection, without reading the rest of the request. */
export function turnAway(response: ServerResponse, { status, message, retryAfterSeconds }: Refusal): void {
  const error = { code: RPC_CODES[status] ?? -32_000, message };
  response
    .writeHead(status, {
      ...SAFETY,
      "content-type": "application/json",
      connection: "close",
      ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    })
    .end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
}
