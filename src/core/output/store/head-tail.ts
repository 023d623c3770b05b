import type { ByteRange } from "./byte-range.ts";

const FIRST_ALLOCATION = 1024;
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * A capped buffer of a stream: its first bytes and its last, half of the budget each; the bytes between are dropped.
 * Memory is taken as it is needed: ten bytes of output never cost a megabyte.
 */
export class HeadTail {
  readonly #headBytes: number;
  readonly #tailBytes: number;
  #head: Buffer = NOTHING;
  /** Filled from the front until it has its full size, then used as a ring. */
  #tail: Buffer = NOTHING;
  #total = 0;
  #isEmptied = false;

  constructor(maxBytes: number) {
    this.#headBytes = Math.floor(maxBytes / 2);
    this.#tailBytes = Math.max(0, maxBytes) - this.#headBytes;
  }

  /** Bytes ever appended: the offset of the next one. */
  get total(): number {
    return this.#total;
  }

  /** What is still here. */
  get ranges(): readonly ByteRange[] {
    if (this.#isEmptied) return [];
    const headEnd = Math.min(this.#total, this.#headBytes);
    return [
      { start: 0, end: headEnd },
      { start: Math.max(headEnd, this.#total - this.#tailBytes), end: this.#total },
    ];
  }

  append(chunk: Buffer): void {
    if (this.#isEmptied) {
      this.#total += chunk.length;
      return;
    }
    const forHead = Math.min(chunk.length, Math.max(0, this.#headBytes - this.#total));
    if (forHead > 0) {
      this.#head = grown(this.#head, this.#total + forHead, this.#headBytes);
      chunk.copy(this.#head, this.#total, 0, forHead);
      this.#total += forHead;
    }
    const rest = forHead === 0 ? chunk : chunk.subarray(forHead);
    const kept = rest.length > this.#tailBytes ? rest.subarray(rest.length - this.#tailBytes) : rest;
    this.#total += rest.length - kept.length;
    this.#appendTail(kept);
  }

  /** Gives the memory back; from now on nothing is kept, and only counted. */
  empty(): void {
    this.#isEmptied = true;
    this.#head = NOTHING;
    this.#tail = NOTHING;
  }

  /** All bytes that were ever appended, one letter per byte; undefined where they do not fit into the first half. */
  get whole(): string | undefined {
    const isWhole = !this.#isEmptied && this.#total <= this.#headBytes;
    return isWhole ? this.#head.toString("latin1", 0, this.#total) : undefined;
  }

  /** A copy of a stretch, which must lie in one of `ranges`. */
  slice({ start, end }: ByteRange): Buffer {
    const out = Buffer.allocUnsafe(end - start);
    let at = start;
    if (at < this.#headBytes) {
      at += this.#head.copy(out, 0, at, Math.min(end, this.#headBytes));
    }
    while (at < end && this.#tailBytes > 0) {
      const position = (at - this.#headBytes) % this.#tailBytes;
      at += this.#tail.copy(out, at - start, position, Math.min(this.#tail.length, position + end - at));
    }
    return out;
  }

  #appendTail(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#tail = grown(this.#tail, this.#total - this.#headBytes + chunk.length, this.#tailBytes);
    const position = (this.#total - this.#headBytes) % this.#tailBytes;
    const copied = chunk.copy(this.#tail, position);
    if (copied < chunk.length) chunk.copy(this.#tail, 0, copied);
    this.#total += chunk.length;
  }
}

/** At least `needed` bytes, unless that is above the most. Doubling keeps the copying linear. */
function grown(buffer: Buffer, needed: number, most: number): Buffer {
  const size = Math.min(needed, most);
  if (size <= buffer.length) return buffer;
  const bigger = Buffer.allocUnsafe(Math.min(most, Math.max(size, buffer.length * 2, FIRST_ALLOCATION)));
  buffer.copy(bigger);
  return bigger;
}
