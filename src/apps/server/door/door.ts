import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type AnsweredHosts, checkOrigin, type Refusal } from "./check-origin.ts";
import { RateLimit } from "./rate-limit.ts";
import type { Owner, Tokens } from "./tokens.ts";

const KNOWN_RATE = { perSecond: 100, burst: 400 };
const STRANGER_RATE = { perSecond: 20, burst: 60 };

const TOO_MANY: Refusal = { status: 429, message: "Too many requests; wait a second.", retryAfterSeconds: 1 };
const NO_TOKEN: Refusal = {
  status: 401,
  message: "A valid token is needed: send the content of the token file as Authorization: Bearer TOKEN.",
};
const OTHERS_TOKEN: Refusal = { status: 403, message: "This token belongs to a client of another name." };

/** Decides for every request, whatever its method, whether it is accepted: by its names, its token, and the rate. */
export class Door {
  readonly #tokens: Pick<Tokens, "ownerOf">;
  readonly #hosts: AnsweredHosts;
  readonly #known = new RateLimit(KNOWN_RATE);
  readonly #strangers = new RateLimit(STRANGER_RATE);
  readonly #onKnown: (connection: Socket) => void;

  /** `onKnown` is told of every connection on which a request showed a token. */
  constructor(
    tokens: Pick<Tokens, "ownerOf">,
    hosts: AnsweredHosts,
    onKnown: (connection: Socket) => void = () => undefined,
  ) {
    this.#tokens = tokens;
    this.#hosts = hosts;
    this.#onKnown = onKnown;
  }

  /** Which client a program's request is of: the one that it names, if its token may speak for that one. */
  enter(request: IncomingMessage, named?: string): Refusal | Owner {
    const foreign = checkOrigin(request, this.#hosts);
    const owner = foreign === undefined ? this.#ownerOf(request) : undefined;
    const refused = this.#refuse(request, owner !== undefined, foreign);
    if (refused !== undefined || owner === undefined) return refused ?? NO_TOKEN;
    if (owner.client !== undefined && named !== undefined && named !== owner.client) return OTHERS_TOKEN;
    return { client: named ?? owner.client };
  }

  #refuse({ socket }: IncomingMessage, isKnown: boolean, foreign: Refusal | undefined): Refusal | undefined {
    if (isKnown) this.#onKnown(socket);
    if (isKnown) return this.#known.take() ? undefined : TOO_MANY;
    return this.#strangers.take() ? (foreign ?? NO_TOKEN) : TOO_MANY;
  }

  #ownerOf(request: IncomingMessage): Owner | undefined {
    const given = bearerOf(request);
    return given === undefined ? undefined : this.#tokens.ownerOf(given);
  }
}

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
