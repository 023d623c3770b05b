import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type AnsweredHosts, checkOrigin, type Refusal } from "./check-origin.ts";
import { RateLimit } from "./rate-limit.ts";
import { isToken } from "./token.ts";

const COOKIE = "nacre";
const COOKIE_SECONDS = 12 * 3600;
const KNOWN_RATE = { perSecond: 100, burst: 400 };
const STRANGER_RATE = { perSecond: 20, burst: 60 };

const TOO_MANY: Refusal = { status: 429, message: "Too many requests; wait a second." };
const NO_TOKEN: Refusal = {
  status: 401,
  message: "A valid token is needed: send the content of the token file as Authorization: Bearer TOKEN.",
};

/** Decides for every request, whatever its method, whether it is accepted: by its names, its token, and the rate. */
export class Door {
  readonly #token: string;
  readonly #cookie: string;
  readonly #hosts: AnsweredHosts;
  readonly #known = new RateLimit(KNOWN_RATE);
  readonly #strangers = new RateLimit(STRANGER_RATE);

  constructor(token: string, hosts: AnsweredHosts) {
    this.#token = token;
    this.#cookie = createHmac("sha256", token).update("nacre browser").digest("base64url");
    this.#hosts = hosts;
  }

  /** Undefined: accepted. Programs send the token; only the page for browsers also takes the cookie. */
  refuse(request: IncomingMessage, credentials: "token" | "token-or-cookie"): Refusal | undefined {
    const stranger = checkOrigin(request, this.#hosts);
    const isKnown =
      stranger === undefined &&
      (this.#showsToken(request) || (credentials === "token-or-cookie" && this.#showsCookie(request)));
    if (isKnown) return this.#known.take() ? undefined : TOO_MANY;
    return this.#strangers.take() ? (stranger ?? NO_TOKEN) : TOO_MANY;
  }

  /** The cookie for a user who typed the token into the page. Undefined: it is not the token. */
  cookieFor(token: string): string | undefined {
    if (!isToken(token, this.#token)) return undefined;
    return `${COOKIE}=${this.#cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${COOKIE_SECONDS}`;
  }

  /** Whether the form of a user without credentials is refused. Undefined: accepted. */
  refuseForm(request: IncomingMessage): Refusal | undefined {
    return checkOrigin(request, this.#hosts) ?? (this.#strangers.take() ? undefined : TOO_MANY);
  }

  #showsToken({ headers }: IncomingMessage): boolean {
    const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    return given !== undefined && isToken(given, this.#token);
  }

  #showsCookie({ headers }: IncomingMessage): boolean {
    const expected = Buffer.from(this.#cookie);
    return (headers.cookie ?? "").split(";").some((pair) => {
      const [name, value = ""] = pair.trim().split("=", 2);
      const given = Buffer.from(value);
      return name === COOKIE && given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}
