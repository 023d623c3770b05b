import { WIRE_FRAME_BYTES, WIRE_NOISE_BYTES } from "../base/limits/machine-limits.ts";

/** What gateway and worker say to each other. Each message belongs to a numbered stream: a call, a shell or an ask. */
const FRAME_KINDS = [
  "hello",
  "ready",
  "call",
  "cancel",
  "result",
  "output",
  "input",
  "credit",
  "wait",
  "ask",
  "reply",
  "event",
  "beat",
  "close",
] as const;

export type FrameKind = (typeof FRAME_KINDS)[number];

/** Kinds whose body is bytes as they are; every other body is JSON. */
const OF_BYTES: readonly FrameKind[] = ["output", "input"];

export type WireFrame = {
  readonly kind: FrameKind;
  readonly stream: number;
  /** What JSON gave; undefined where the body is bytes or empty. */
  readonly value: unknown;
  readonly bytes: Buffer;
};

/** Kind, stream, length of the body. */
const HEAD_BYTES = 9;

/** The version of the protocol. A worker of another one is refused. */
const WIRE_VERSION = 1;

/** What a worker says first. What a login shell printed before it is passed over; it has a NUL, which no greeting has. */
export const PREAMBLE: Buffer = Buffer.from(`\0nacre worker ${WIRE_VERSION}\n`);
const ANY_PREAMBLE = /\0nacre worker (\d{1,6})\n/;

/** A message as bytes. The body is a value for JSON, or bytes. */
export function frameBytes(kind: FrameKind, stream: number, body?: object | Buffer): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(FRAME_KINDS.indexOf(kind) + 1, 0);
  head.writeUInt32BE(stream, 1);
  head.writeUInt32BE(bytes.length, 5);
  return Buffer.concat([head, bytes]);
}

/** What a reader makes of bytes: a message, or a sentence that says why the rest cannot be read. */
export type Cut = { readonly frame: WireFrame } | { readonly problem: string };

/** Cuts what comes on a connection into messages. After a problem nothing more is read. */
export class WireReader {
  #parts: Buffer[] = [];
  #bytes = 0;
  #awaitsPreamble: boolean;
  #isBroken = false;

  constructor(awaitsPreamble: boolean) {
    this.#awaitsPreamble = awaitsPreamble;
  }

  push(chunk: Buffer): readonly Cut[] {
    if (this.#isBroken) return [];
    this.#parts.push(chunk);
    this.#bytes += chunk.length;
    if (this.#awaitsPreamble && this.#bytes > 0) {
      const problem = this.#passNoise();
      if (problem !== undefined) return [this.#break(problem)];
      if (this.#awaitsPreamble) return [];
    }
    return this.#cut();
  }

  #cut(): readonly Cut[] {
    const cuts: Cut[] = [];
    while (this.#bytes >= HEAD_BYTES) {
      const length = this.#peek(HEAD_BYTES).readUInt32BE(5);
      if (length > WIRE_FRAME_BYTES) return [...cuts, this.#break(`a message of ${length} bytes is too long`)];
      if (this.#bytes < HEAD_BYTES + length) break;
      const cut = messageOf(this.#take(HEAD_BYTES + length));
      if ("problem" in cut) return [...cuts, this.#break(cut.problem)];
      cuts.push(cut);
    }
    return cuts;
  }

  /** Looks for the worker's first words. A sentence when there are none, or of another version. */
  #passNoise(): string | undefined {
    const all = this.#peek(this.#bytes);
    const [found, version] = ANY_PREAMBLE.exec(all.toString("latin1")) ?? [];
    if (found === undefined)
      return this.#bytes > WIRE_NOISE_BYTES ? "what answers there is no worker of nacre" : undefined;
    if (Number(version) !== WIRE_VERSION)
      return `the worker speaks version ${version} of the protocol, and this is version ${WIRE_VERSION}`;
    this.#awaitsPreamble = false;
    this.#take(all.toString("latin1").indexOf(found) + found.length);
    return undefined;
  }

  /** The first bytes, which stay. */
  #peek(count: number): Buffer {
    const [first] = this.#parts;
    if (first !== undefined && first.length >= count) return first;
    const all = Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  #take(count: number): Buffer {
    const all = this.#peek(count);
    const rest = all.subarray(count);
    this.#parts = [...(rest.length === 0 ? [] : [rest]), ...this.#parts.slice(1)];
    this.#bytes -= count;
    return all.subarray(0, count);
  }

  #break(problem: string): Cut {
    this.#isBroken = true;
    this.#parts = [];
    this.#bytes = 0;
    return { problem };
  }
}

function messageOf(bytes: Buffer): Cut {
  const kind = FRAME_KINDS[bytes.readUInt8(0) - 1];
  if (kind === undefined) return { problem: "a message is of no known kind" };
  const frame = { kind, stream: bytes.readUInt32BE(1), value: undefined, bytes: bytes.subarray(HEAD_BYTES) };
  if (OF_BYTES.includes(kind) || frame.bytes.length === 0) return { frame };
  try {
    return { frame: { ...frame, value: JSON.parse(frame.bytes.toString("utf8")) } };
  } catch {
    return { problem: "a message is not JSON" };
  }
}
