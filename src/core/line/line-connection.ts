import type { Socket } from "node:net";
import { after, type Timer } from "../base/clock.ts";
import { LINE_ASKS, LINE_FRAME_BYTES, LINE_QUEUE_BYTES, LINE_STALL_MS } from "../base/limits.ts";
import { messageOf } from "../base/system-error.ts";
import { answerTo } from "./answer-ask.ts";
import { type Frame, FrameReader, frameOf } from "./frames.ts";
import { type LineHost, type Outlet, refuse } from "./line-host.ts";
import { type Greeting, LINE_VERSION, type LineEvent, type Reply, type Response, type Said } from "./line-messages.ts";
import { parseAsk, requestIn } from "./parse-ask.ts";

/**
 * One reader of a line, at the host's end.
 *
 * Responsibilities: greets; answers asks, several at a time; keeps what waits for the reader bounded.
 * Does not: keep the host running, or let what a reader sends or leaves unread disturb the host.
 */
export class LineConnection {
  /** Settles when the reader is gone. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #host: LineHost;
  readonly #frames = new FrameReader();
  /** Waits for room, and counts of events that were left out, by the id of their follow. */
  readonly #dropped = new Map<number, number>();
  #asks = 0;
  #waiting: (() => void)[] = [];
  #stall: Timer | undefined;

  constructor(socket: Socket, host: LineHost) {
    this.#socket = socket;
    this.#host = host;
    socket.unref();
    socket.on("error", () => undefined); // `close` follows
    socket.on("data", (chunk: Buffer) => this.#frames.push(chunk).forEach((frame) => this.#take(frame)));
    socket.on("drain", () => this.#drained());
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#stall?.cancel();
        this.#wake();
        resolve();
      });
    });
    this.#write({ nacre: LINE_VERSION, host: host.view() });
  }

  close(): void {
    this.#socket.destroy();
  }

  get #isOpen(): boolean {
    return this.#socket.writable;
  }

  get #isFull(): boolean {
    return this.#socket.writableLength > LINE_QUEUE_BYTES;
  }

  #take(frame: Frame): void {
    if (!this.#isOpen) return;
    if ("problem" in frame) return this.#leave(frame.problem);
    const request = requestIn(frame.value);
    if (request === undefined) return this.#leave("a request is an object with an id, a whole number above 0");
    void this.#answer(request.id, request.ask);
  }

  /** Says why, and ends the connection. */
  #leave(sentence: string): void {
    this.#socket.end(frameOf({ id: 0, ...refuse("invalid", `${sentence}; the connection ends`) }));
    this.#socket.destroySoon();
  }

  async #answer(id: number, given: unknown): Promise<void> {
    this.#asks += 1;
    try {
      const said = this.#asks > LINE_ASKS ? TOO_MANY : await this.#answerTo(id, given);
      this.#write({ id, ...said });
    } finally {
      this.#asks -= 1;
      this.#dropped.delete(id);
    }
  }

  async #answerTo(id: number, given: unknown): Promise<Said<Reply>> {
    const ask = parseAsk(given);
    if ("code" in ask) return refuse(ask.code, ask.sentence);
    try {
      return await answerTo(ask, this.#host, this.#outlet(id));
    } catch (error) {
      return refuse("failed", messageOf(error));
    }
  }

  #outlet(id: number): Outlet {
    const isOpen = (): boolean => this.#isOpen;
    return {
      get isOpen() {
        return isOpen();
      },
      closed: this.closed,
      send: (event) => this.#send(id, event),
      tell: (event) => this.#tell(id, event),
    };
  }

  #send(id: number, event: LineEvent): Promise<void> {
    this.#write({ id, event });
    if (!this.#isOpen || !this.#isFull) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #tell(id: number, event: LineEvent): void {
    const dropped = this.#dropped.get(id) ?? 0;
    if (dropped > 0 || this.#isFull) this.#dropped.set(id, dropped + 1);
    else this.#write({ id, event });
  }

  #write(value: Greeting | Response): void {
    if (!this.#isOpen) return;
    const frame = frameOf(value);
    const isTooLong = Buffer.byteLength(frame) > LINE_FRAME_BYTES;
    if (this.#socket.write(isTooLong ? frameOf(inShort(value)) : frame)) return;
    this.#stall ??= after(LINE_STALL_MS, () => this.close()).unref();
    if (this.#isFull) this.#socket.pause(); // no further asks before the reader has taken some answers
  }

  #drained(): void {
    this.#stall?.cancel();
    this.#stall = undefined;
    this.#socket.resume();
    const dropped = [...this.#dropped];
    this.#dropped.clear();
    for (const [id, count] of dropped) this.#write({ id, event: { kind: "dropped", count } });
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

const TOO_MANY = refuse("busy", `${LINE_ASKS} asks are open on this connection already; wait for one of them`);

/** What takes the place of a frame that would be too long. */
const inShort = (value: Greeting | Response): Response => {
  if ("event" in value) return { id: value.id, event: { kind: "dropped", count: 1 } };
  const id = "id" in value ? value.id : 0;
  return { id, ...refuse("failed", `the answer is longer than a frame of ${LINE_FRAME_BYTES} bytes`) };
};
