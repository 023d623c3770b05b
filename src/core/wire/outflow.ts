import { WIRE_CREDIT_BYTES, WIRE_PIECE_BYTES, WIRE_QUEUE_BYTES } from "../base/limits/machine-limits.ts";

/** A byte stream to the other side, which grants how much may be on its way. What it is slow to take waits here, bounded. */
export class Outflow {
  readonly #send: (bytes: Buffer, tag: number) => void;
  #credit = WIRE_CREDIT_BYTES;
  #queue: { readonly bytes: Buffer; readonly tag: number }[] = [];
  #queued = 0;
  #dropped = 0;
  #waiting: (() => void)[] = [];

  constructor(send: (bytes: Buffer, tag: number) => void) {
    this.#send = send;
  }

  /** Bytes that did not fit into what may wait: they are gone from this stream. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether a source that can wait should. */
  get isFull(): boolean {
    return this.#queued >= WIRE_CREDIT_BYTES;
  }

  /** `tag`: which of several streams that share the order of one. */
  push(bytes: Buffer, tag = 0): void {
    if (this.#queued + bytes.length > WIRE_QUEUE_BYTES) this.#dropped += bytes.length;
    else {
      this.#queue.push({ bytes: Buffer.from(bytes), tag });
      this.#queued += bytes.length;
    }
    this.#flush();
  }

  /** The other side has taken so much. */
  grant(bytes: number): void {
    this.#credit = Math.min(WIRE_CREDIT_BYTES, this.#credit + bytes);
    this.#flush();
  }

  /** Settles when all that was pushed is on its way. */
  async drained(): Promise<void> {
    if (this.#queued === 0) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** The other side is gone. */
  end(): void {
    this.#queue = [];
    this.#queued = 0;
    this.#settle();
  }

  #flush(): void {
    for (let first = this.#queue[0]; first !== undefined && this.#credit > 0; first = this.#queue[0]) {
      const { bytes, tag } = first;
      const piece = bytes.subarray(0, Math.min(this.#credit, WIRE_PIECE_BYTES));
      if (piece.length === bytes.length) this.#queue.shift();
      else this.#queue[0] = { bytes: bytes.subarray(piece.length), tag };
      this.#queued -= piece.length;
      this.#credit -= piece.length;
      this.#send(piece, tag);
    }
    if (this.#queued === 0) this.#settle();
  }

  #settle(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** What one side has taken of a stream, told to the other in larger pieces. */
export class Intake {
  readonly #grant: (bytes: number) => void;
  #taken = 0;
  #since = 0;

  constructor(grant: (bytes: number) => void) {
    this.#grant = grant;
  }

  /** Counts bytes that came. False when the other side sent more than it was granted. */
  came(bytes: number): boolean {
    this.#since += bytes;
    return this.#since <= WIRE_CREDIT_BYTES;
  }

  /** Counts bytes that were taken. */
  took(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken < WIRE_CREDIT_BYTES / 4) return;
    this.#since -= this.#taken;
    this.#grant(this.#taken);
    this.#taken = 0;
  }
}
