import {
  type HandleRequestOptions,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  WebStandardStreamableHTTPServerTransport as StreamableTransport,
} from "@modelcontextprotocol/server";
import { after } from "../../core/base/clock.ts";
import { ANSWER_MOMENT_MS } from "../../core/base/limits.ts";
import { isUsualRequest } from "./usual-request.ts";

type SendOptions = Parameters<StreamableTransport["send"]>[1];

/** A request that the server has got, and whose client has no stream yet. */
type Pending = {
  /** Ends the wait for an answer: with it, or because it takes longer or more than an answer comes. */
  readonly settle: (answer: JSONRPCMessage | undefined) => void;
  isSettled: boolean;
  readonly streamed: Promise<void>;
  readonly onStream: () => void;
};

/**
 * The SDK's transport for one session of the older protocol, which also answers without a stream. A stream of events costs
 * a server as much as a short command does, and is needed only by what takes its time: most answers come within a moment,
 * and go out as one JSON text. For any other request the SDK opens its stream, and hears of the request no second time.
 */
export class SoonTransport extends StreamableTransport {
  readonly #pending = new Map<RequestId, Pending>();
  #hear: StreamableTransport["onmessage"];

  /** Call it when the server is connected. */
  heed(): void {
    const hear = this.onmessage;
    this.#hear = hear;
    this.onmessage = (message, extra) => {
      const pending = "id" in message && "method" in message ? this.#pending.get(message.id) : undefined;
      if (pending === undefined) hear?.(message, extra);
      else pending.onStream();
    };
  }

  /** The answer to a request, if it comes within a moment. If not, `handleRequest` must get the same request at once. */
  async soon(request: JSONRPCRequest): Promise<JSONRPCMessage | undefined> {
    if (this.#hear === undefined || this.#pending.has(request.id)) return undefined;
    const { promise: streamed, resolve: onStream } = deferred<void>();
    const { promise: answered, resolve: settle } = deferred<JSONRPCMessage | undefined>();
    this.#pending.set(request.id, { settle, isSettled: false, streamed, onStream });
    const moment = after(ANSWER_MOMENT_MS, () => this.#settle(request.id));
    this.#hear(request);
    const answer = await answered;
    moment.cancel();
    if (answer !== undefined) this.#pending.delete(request.id);
    return answer;
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const isAnswer = "id" in message && !("method" in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return super.send(message, options);
    if (isAnswer && !pending.isSettled) return this.#settle(id, message);
    this.#settle(id);
    await pending.streamed;
    return super.send(message, options);
  }

  override async handleRequest(request: Request, options?: HandleRequestOptions): Promise<Response> {
    const { parsedBody } = options ?? {};
    try {
      return await super.handleRequest(request, options);
    } finally {
      if (isUsualRequest(parsedBody)) this.#letGo(parsedBody.id);
    }
  }

  override async close(): Promise<void> {
    for (const id of this.#pending.keys()) this.#letGo(id);
    await super.close();
  }

  #settle(id: RequestId, answer?: JSONRPCMessage): void {
    const pending = this.#pending.get(id);
    if (pending === undefined || pending.isSettled) return;
    pending.isSettled = true;
    pending.settle(answer);
  }

  /** The client has its stream, or was refused one. */
  #letGo(id: RequestId): void {
    this.#settle(id);
    this.#pending.get(id)?.onStream();
    this.#pending.delete(id);
  }
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
