import { lstatSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { isRecord } from "../base/is-record.ts";
import { LINE_ANSWER_MS } from "../base/limits.ts";
import { systemReason } from "../base/system-error.ts";
import { LATE, within } from "../base/with-timeout.ts";
import { type Frame, FrameReader, frameOf } from "./frames.ts";
import { refuse } from "./line-host.ts";
import {
  type Ask,
  type HostView,
  LINE_VERSION,
  type LineEvent,
  type Refusal,
  type Reply,
  type ReplyTo,
  type Said,
} from "./line-messages.ts";
import { socketPlace } from "./socket-place.ts";

export type AskOptions = {
  /** How long the last word may take, in milliseconds; seconds by default. `"any"`: as long as the line is there. */
  readonly limitMs?: number | "any";
  readonly onEvent?: (event: LineEvent) => void;
};

type Waiting = { readonly say: (said: Said<Reply>) => void; readonly onEvent: (event: LineEvent) => void };
type No = { readonly no: Refusal };

/** A line that was answered, and what the host said of itself. */
export type Connected = { readonly line: LineClient; readonly host: HostView };

/** The line of a host, from outside. Nothing here throws or rejects: what fails is said, in a sentence. */
export class LineClient {
  /** Settles when the connection is gone, with the reason. */
  readonly closed: Promise<No>;
  readonly #socket: Socket;
  readonly #frames = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  readonly #greeting: Promise<HostView | No>;
  #greet: (said: HostView | No) => void = () => undefined;
  #isGreeted = false;
  #lastId = 0;
  #reason: No | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#greeting = new Promise((resolve) => {
      this.#greet = resolve;
    });
    socket.on("data", (chunk: Buffer) => this.#frames.push(chunk).forEach((frame) => this.#take(frame)));
    socket.on("error", (error) => this.#end(refuse("gone", `the host has no line: ${systemReason(error)}`)));
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#end(refuse("gone", "the host ended the connection"));
        resolve(this.#reason ?? refuse("gone", "the connection ended"));
      });
    });
  }

  /** Connects to the host of this directory, and waits for its greeting. */
  static async connect(directory: string, limitMs: number = LINE_ANSWER_MS): Promise<Connected | No> {
    const place = await socketPlace(directory);
    try {
      const problem = problemAt(place.path);
      if (problem !== undefined) return refuse("gone", problem);
      const line = new LineClient(connect(place.path));
      const greeting = await within(limitMs, line.#greeting);
      if (greeting !== LATE && !("no" in greeting)) return { line, host: greeting };
      line.close();
      return greeting === LATE ? refuse("late", `the host said nothing for ${limitMs} ms`) : greeting;
    } finally {
      await place.release();
    }
  }

  /** The last word on an ask. */
  async ask<A extends Ask>(ask: A, { limitMs = LINE_ANSWER_MS, onEvent }: AskOptions = {}): Promise<Said<ReplyTo<A>>> {
    if (this.#reason !== undefined) return this.#reason;
    const id = ++this.#lastId;
    const last = new Promise<Said<Reply>>((say) => {
      this.#waiting.set(id, { say, onEvent: onEvent ?? (() => undefined) });
    });
    this.#socket.write(frameOf({ id, ask }));
    const said = await within(limitMs === "any" ? undefined : limitMs, last);
    this.#waiting.delete(id);
    if (said === LATE) return refuse("late", `the host did not answer for ${limitMs} ms`);
    return said as Said<ReplyTo<A>>; // by its id, it is the word on this ask
  }

  close(): void {
    this.#end(refuse("gone", "the connection was closed"));
  }

  #take(frame: Frame): void {
    if (this.#reason !== undefined) return;
    const value = "problem" in frame ? undefined : frame.value;
    if (!isRecord(value)) return this.#end(refuse("invalid", "the host says what is no message of a line"));
    if (!this.#isGreeted) this.#welcome(value);
    else this.#hear(value);
  }

  #welcome(value: Readonly<Record<string, unknown>>): void {
    const { nacre, host, no } = value;
    if (nacre !== LINE_VERSION) {
      this.#end(refuse("version", `the host speaks version ${String(nacre)} of the line, this nacre ${LINE_VERSION}`));
    } else if (isRefusal(no)) this.#end({ no });
    else if (!isHostView(host)) this.#end(refuse("invalid", "the host does not say which it is"));
    else {
      this.#isGreeted = true;
      this.#greet(host);
    }
  }

  #hear(value: Readonly<Record<string, unknown>>): void {
    const { id, is, no, event } = value;
    if (id === 0 && isRefusal(no)) return this.#end({ no });
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return; // one that was late
    if (isRefusal(no)) waiting.say({ no });
    // The host is nacre of the same user and of this version: its replies and events are of the types above.
    else if (isRecord(event)) waiting.onEvent(event as LineEvent);
    else if (isRecord(is)) waiting.say({ is: is as Reply });
    else waiting.say(refuse("invalid", "the host's answer says nothing"));
  }

  #end(reason: No): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#greet(reason);
    for (const { say } of this.#waiting.values()) say(reason);
    this.#waiting.clear();
    this.#socket.destroy();
  }
}

const isRefusal = (value: unknown): value is Refusal =>
  isRecord(value) && typeof value["code"] === "string" && typeof value["sentence"] === "string";

const isHostView = (value: unknown): value is HostView =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["pid"] === "number";

/** Why nothing at this path is the line of a host of this user; undefined when it may be. */
function problemAt(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "the host has no line: its socket is not there";
  if (!found.isSocket()) return "the host has no line: what is in its place is no socket";
  const user = process.getuid?.();
  return user === undefined || user === 0 || found.uid === user ? undefined : "the line belongs to another user";
}
