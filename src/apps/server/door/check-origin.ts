import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The answer to a request that is refused. */
export type Refusal = {
  readonly status: number;
  readonly message: string;
  /** When it is worth trying again. */
  readonly retryAfterSeconds?: number;
};

/** Names this server answers to. */
export type AnsweredHosts = {
  readonly names: readonly string[];
  /** Accepts any numeric address: after DNS rebinding a browser sends a name. Only for a server that binds more than loopback. */
  readonly anyAddress: boolean;
};

/**
 * Checks a request before its token: refuses a page of another site in the user's browser, and a page whose own name
 * points here (DNS rebinding). Undefined: accepted.
 */
export function checkOrigin(
  { url = "", headers, rawHeaders }: Pick<IncomingMessage, "url" | "headers" | "rawHeaders">,
  hosts: AnsweredHosts,
): Refusal | undefined {
  if (!url.startsWith("/")) return { status: 400, message: "The request line must name a path." };
  const { host } = headers;
  if (host === undefined || countOf(rawHeaders, "host") !== 1) {
    return { status: 400, message: "There must be exactly one Host header." };
  }
  if (!isAnswered(host, hosts)) return { status: 403, message: "This server does not answer to that Host." };
  if (countOf(rawHeaders, "origin") > 1) return { status: 400, message: "There must be at most one Origin header." };
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, message: "Requests from other origins are refused." };
  }
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return { status: 403, message: "Requests from other sites are refused." };
  }
  return undefined;
}

/** The port is not compared: behind a tunnel it is another one, and a page cannot choose it apart from the name. */
function isAnswered(host: string, { names, anyAddress }: AnsweredHosts): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  return names.includes(name) || (anyAddress && isIP(name.replaceAll(/[[\]]/g, "")) !== 0);
}

const countOf = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length;
