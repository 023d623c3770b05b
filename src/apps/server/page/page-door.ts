import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { KEY_HEADER } from "../../page/page-messages.ts";
import { type AnsweredHosts, checkOrigin, type Refusal } from "../door/check-origin.ts";
import { RateLimit } from "../door/rate-limit.ts";
import type { BrowserSignIns, SignIn } from "./browser-sign-ins.ts";

/** The prefix makes browsers refuse a cookie of this name that another server of this machine tries to set. */
export const COOKIE = "__Host-nacre";

const KNOWN_RATE = { perSecond: 100, burst: 400 };
const STRANGER_RATE = { perSecond: 20, burst: 60 };

const TOO_MANY: Refusal = { status: 429, message: "Too many requests; wait a second.", retryAfterSeconds: 1 };
const SIGNED_OUT: Refusal = {
  status: 401,
  message: "This browser is not signed in, or no longer. nacre watch signs it in.",
};
const NOT_OURS: Refusal = { status: 403, message: "Only the page itself may ask for this." };

/** Decides for every request of a browser whether it is answered. */
export class PageDoor {
  readonly #signIns: BrowserSignIns;
  readonly #hosts: AnsweredHosts;
  readonly #onKnown: (connection: Socket) => void;
  readonly #known = new RateLimit(KNOWN_RATE);
  readonly #strangers = new RateLimit(STRANGER_RATE);

  /** `onKnown` is told of every connection on which a browser showed both its cookie and its key. */
  constructor(signIns: BrowserSignIns, hosts: AnsweredHosts, onKnown: (connection: Socket) => void) {
    this.#signIns = signIns;
    this.#hosts = hosts;
    this.#onKnown = onKnown;
  }

  /** Whether a static file is refused. They hold nothing of what runs. */
  refuseFile(request: IncomingMessage): Refusal | undefined {
    return checkOrigin(request, this.#hosts) ?? (this.#strangers.take() ? undefined : TOO_MANY);
  }

  /** Whether the browser has the cookie of a sign-in. It opens nothing by itself. */
  hasCookie(request: IncomingMessage): boolean {
    return cookiesOf(request).some((cookie) => this.#signIns.hasCookie(cookie));
  }

  /** The browser that asks for data: it must show cookie and key. */
  enter(request: IncomingMessage): Refusal | SignIn {
    const foreign = checkOrigin(request, this.#hosts);
    const signIn = foreign === undefined ? this.#signInOf(request) : undefined;
    if (signIn === undefined) return this.#strangers.take() ? (foreign ?? SIGNED_OUT) : TOO_MANY;
    this.#onKnown(request.socket);
    return this.#known.take() ? signIn : TOO_MANY;
  }

  /** The same for a request that changes something; told before its body is read. */
  enterToChange(request: IncomingMessage): Refusal | SignIn {
    return refuseForm(request) ?? this.enter(request);
  }

  /** Whether a browser that is about to sign in is refused. */
  refuseEntering(request: IncomingMessage): Refusal | undefined {
    const refused = checkOrigin(request, this.#hosts) ?? refuseForm(request);
    return this.#strangers.take() ? refused : TOO_MANY;
  }

  #signInOf(request: IncomingMessage): SignIn | undefined {
    const key = request.headers[KEY_HEADER];
    if (typeof key !== "string") return undefined;
    return cookiesOf(request)
      .map((cookie) => ({ cookie, key }))
      .find((signIn) => this.#signIns.holds(signIn));
  }
}

/** A form of another page cannot send JSON, and names its own origin or none. */
function refuseForm({ method, headers }: IncomingMessage): Refusal | undefined {
  const isJson = /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
  const site = headers["sec-fetch-site"];
  const isOurs = headers.origin === `http://${headers.host}` && (site === undefined || site === "same-origin");
  return method === "POST" && isJson && isOurs ? undefined : NOT_OURS;
}

const cookiesOf = ({ headers }: IncomingMessage): readonly string[] =>
  (headers.cookie ?? "").split(";").flatMap((pair) => {
    const [name, value] = pair.trim().split("=", 2);
    return name === COOKIE && value !== undefined ? [value] : [];
  });
