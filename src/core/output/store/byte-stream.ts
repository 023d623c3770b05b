import { type ByteRange, unionOf, within } from "./byte-range.ts";
import { HeadTail } from "./head-tail.ts";
import type { LogFile } from "./log-file.ts";

const covers = (ranges: readonly ByteRange[], { start, end }: ByteRange): boolean =>
  start === end || unionOf(ranges).some((range) => range.start <= start && end <= range.end);

/**
 * One stream of a transcript: its ends in memory, all of it on disk once `spill` was called. A byte's offset never
 * changes, whether it is in memory, on disk, in both, or dropped.
 */
export class ByteStream {
  readonly log: LogFile;
  readonly #memory: HeadTail;
  #spills = false;

  constructor(log: LogFile, memoryBytes: number) {
    this.log = log;
    this.#memory = new HeadTail(memoryBytes);
  }

  get total(): number {
    return Math.max(this.#memory.total, this.log.end);
  }

  append(chunk: Buffer): void {
    this.#memory.append(chunk);
    if (this.#spills && this.log.isWriting) this.log.append(chunk);
  }

  /** Writes everything to disk from now on, beginning with what was printed so far. Must be called before memory drops a byte. */
  spill(): void {
    if (this.#spills) return;
    this.#spills = true;
    for (const range of this.#memory.ranges) {
      if (range.end > range.start) this.log.append(this.#memory.slice(range));
    }
  }

  /** Gives descriptor and memory back. What memory alone has stays there: nothing can be read less than before. */
  close(): void {
    const isOnDisk = this.log.isWhole && this.#memory.ranges.every((range) => covers(this.log.ranges, range));
    this.log.close();
    if (isOnDisk) this.#memory.empty();
  }

  /** The parts of a range that can still be read. */
  available(range: ByteRange): readonly ByteRange[] {
    return within(unionOf([...this.#memory.ranges, ...this.log.ranges]), range);
  }

  /** All of the stream, one letter per byte, where it is short and in memory. */
  get whole(): string | undefined {
    return this.log.end > this.#memory.total ? undefined : this.#memory.whole;
  }

  /** The bytes of a range that memory has in one piece, as it has those of most commands. */
  inMemory(range: ByteRange): Buffer | undefined {
    const isHeld = this.#memory.ranges.some(({ start, end }) => start <= range.start && range.end <= end);
    return isHeld ? this.#memory.slice(range) : undefined;
  }

  /** The bytes of a stretch within one of the available ranges; fewer, from its start on, if the disk lost some. */
  bytes(range: ByteRange): Buffer {
    const parts: Buffer[] = [];
    let at = range.start;
    while (at < range.end) {
      const part = this.#piece({ start: at, end: range.end });
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    const [only, ...others] = parts;
    return only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
  }

  /** As much from the start of a stretch as one source has: memory if it can, the disk up to where memory goes on. */
  #piece(range: ByteRange): Buffer {
    const [inMemory] = within(this.#memory.ranges, range);
    if (inMemory?.start === range.start) return this.#memory.slice(inMemory);
    const [onDisk] = within(unionOf(this.log.ranges), { start: range.start, end: inMemory?.start ?? range.end });
    return onDisk?.start === range.start ? this.log.read(onDisk) : Buffer.alloc(0);
  }
}
