import type { IncomingMessage, ServerResponse } from "node:http";
import { SIGN_IN_LIFE_MS } from "../../../core/base/limits.ts";
import type { Refusal } from "../door/check-origin.ts";
import { SAFETY } from "../door/safety-headers.ts";
import { readBody } from "../read-body.ts";
import { type ApiAnswer, refusalOf } from "./api-answer.ts";
import type { BrowserSignIns } from "./browser-sign-ins.ts";
import type { LinkProblem, OneTimeLink } from "./one-time-link.ts";
import type { PageApi } from "./page-api.ts";
import { COOKIE, type PageDoor } from "./page-door.ts";
import type { PageFile } from "./page-files.ts";

type Rooms = {
  readonly door: PageDoor;
  readonly signIns: BrowserSignIns;
  readonly link: OneTimeLink;
  readonly files: ReadonlyMap<string, PageFile>;
  readonly api: PageApi;
};

const BODY_BYTES = 64 * 1024;

const PROBLEMS: Readonly<Record<LinkProblem, string>> = {
  used: "That link has been used already. Each link signs in one browser, once, within a minute.",
  old: "That link is too old: each is good for a minute.",
  unknown: "That link is not known here: a newer one has replaced it, or it is of another nacre.",
};

/** Answers what a browser asks for. False: the path is none of the page's. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createPageRoutes({ door, signIns, link, files, api }: Rooms): PageHandler {
  const file = (request: IncomingMessage, response: ServerResponse, path: string): void => {
    const refused = isReading(request) ? door.refuseFile(request) : NOT_ALLOWED;
    if (refused !== undefined) return turnBack(response, refused);
    // Without a sign-in `/` shows how to get one, and nothing of what runs. Neither does the file by itself.
    const status = path === "/" && !door.hasCookie(request) ? 401 : 200;
    const { type, bytes } = files.get(path === "/enter" ? "/" : path) ?? NOTHING;
    response.writeHead(status, { ...SAFETY, "content-type": type, "content-length": bytes.length });
    response.end(request.method === "HEAD" ? undefined : bytes);
  };

  const enter = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = door.refuseEntering(request);
    if (refused !== undefined) return turnBack(response, refused);
    const { code } = (await jsonOf(request)) ?? {};
    const problem = typeof code === "string" ? link.use(code) : "unknown";
    if (problem !== undefined) return turnBack(response, { status: 401, message: PROBLEMS[problem] });
    const { cookie, key } = signIns.add();
    answerWith(response, { status: 200, value: { key }, more: cookieText(cookie, SIGN_IN_LIFE_MS / 1000) });
  };

  const change = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const entered = door.enterToChange(request);
    if ("status" in entered) return turnBack(response, entered);
    const body = await jsonOf(request);
    if (body === undefined) return turnBack(response, { status: 400, message: "The body is not JSON, or too long." });
    if (path === "/api/sign-out") {
      signIns.remove(entered.cookie);
      api.signedOut(entered.cookie);
      return answerWith(response, { status: 200, value: {}, more: cookieText("", 0) });
    }
    answerWith(response, await api.change(path, body));
  };

  const read = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const entered = door.enter(request);
    if ("status" in entered) return turnBack(response, entered);
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const answer = await api.read(path, { asked: searchParams, browser: entered.cookie }, response);
    if (answer !== undefined) answerWith(response, answer);
  };

  return async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (files.has(path) || path === "/enter") file(request, response, path);
    else if (path === "/api/enter") await enter(request, response);
    else if (!path.startsWith("/api/")) return false;
    else if (request.method === "POST") await change(request, response, path);
    else if (request.method === "GET") await read(request, response, path);
    else turnBack(response, NOT_ALLOWED);
    return true;
  };
}

const NOTHING: PageFile = { type: "text/plain", bytes: Buffer.alloc(0) };
const NOT_ALLOWED: Refusal = { status: 405, message: "This method is not allowed here." };

const isReading = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

/** `Secure` holds over plain http on this machine's own names; elsewhere browsers do not keep the cookie. */
const cookieText = (value: string, seconds: number): { readonly "set-cookie": string } => ({
  "set-cookie": `${COOKIE}=${value}; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}`,
});

async function jsonOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
  const body = await readBody(request, BODY_BYTES);
  if (body.kind !== "body") return undefined;
  try {
    const value: unknown = JSON.parse(body.text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

type Answered = ApiAnswer & { readonly more?: Readonly<Record<string, string>> };

function answerWith(response: ServerResponse, { status, value, more = {} }: Answered): void {
  response.writeHead(status, { ...SAFETY, ...more, "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Answers with a sentence, and does not read the rest of the request. */
function turnBack(response: ServerResponse, { status, message, retryAfterSeconds }: Refusal): void {
  const retry = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  answerWith(response, { status, value: refusalOf("refused", message), more: { connection: "close", ...retry } });
}
