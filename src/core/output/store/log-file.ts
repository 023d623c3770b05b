import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { messageOf } from "../../base/system-error.ts";
import { type ByteRange, within } from "./byte-range.ts";
import { LogBudget } from "./log-budget.ts";
import { TRAILER_BYTES, trailerIn, trailerOf } from "./log-trailer.ts";

export type LogFileOptions = {
  readonly path: string;
  /** The most the file holds. When it is full, its first half stays and its second half is written as a ring. */
  readonly maxBytes: number;
  /** When this is used up, nothing more is written. */
  readonly budget: LogBudget;
};

/**
 * One stream on disk. A byte of the stream lies at its own offset until the file is full; later bytes overwrite the second
 * half as a ring, and a last line says so. Nothing here throws: an error of the disk becomes `problem`.
 */
export class LogFile {
  readonly path: string;
  readonly #maxBytes: number;
  readonly #budget: LogBudget;
  #claimed = 0;
  #descriptor: number | undefined;
  #state: "unopened" | "writing" | "stopped" = "unopened";
  #exists = false;
  #end = 0;
  /** From here on the file has lost bytes: a command truncated or deleted it. */
  #lostFrom = Number.POSITIVE_INFINITY;
  #problem: string | undefined;

  constructor({ path, maxBytes, budget }: LogFileOptions) {
    this.path = path;
    this.#maxBytes = maxBytes;
    this.#budget = budget;
  }

  /** A file that a dead host left behind, to be read only. A file that is not there is an empty stream. */
  static left(path: string): LogFile {
    const found = inspect(path);
    const log = new LogFile({ path, maxBytes: found?.maxBytes ?? 0, budget: NOTHING });
    log.#state = "stopped";
    log.#exists = found !== undefined;
    log.#end = found?.end ?? 0;
    return log;
  }

  /** Bytes of the stream that were written, dropped ones included: the log knows the stream up to here. */
  get end(): number {
    return this.#end;
  }

  get exists(): boolean {
    return this.#exists;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get isWriting(): boolean {
    return this.#state !== "stopped";
  }

  /** Whether the file is open, can be opened again by its path, and has everything that was written. */
  get isWhole(): boolean {
    if (this.#descriptor === undefined || this.#lostFrom !== Number.POSITIVE_INFINITY) return false;
    const { dev, ino, size } = fstatSync(this.#descriptor);
    const named = lstatSync(this.path, { throwIfNoEntry: false });
    return named?.dev === dev && named.ino === ino && size >= Math.min(this.#end, this.#maxBytes);
  }

  /** What can still be read. */
  get ranges(): readonly ByteRange[] {
    const headEnd = Math.min(this.#end, this.#headBytes);
    const kept = [
      { start: 0, end: headEnd },
      { start: Math.max(headEnd, this.#end - this.#ringBytes), end: this.#end },
    ];
    return within(kept, { start: 0, end: this.#lostFrom });
  }

  append(chunk: Buffer): void {
    if (this.#state === "stopped" || chunk.length === 0 || !this.#mayGrow(chunk.length)) return;
    if (this.#state === "unopened") this.#open();
    if (this.#descriptor === undefined) return;
    try {
      this.#write(chunk, this.#descriptor);
    } catch (error) {
      this.#stop(`the output log could not be written after ${this.#end} bytes: ${messageOf(error)}`);
    }
  }

  /** The bytes of a stretch within one of `ranges`, or fewer if the file has lost them: then `ranges` knows. */
  read(range: ByteRange): Buffer {
    const out = Buffer.allocUnsafe(range.end - range.start);
    let filled = 0;
    try {
      const descriptor = this.#descriptor ?? openSync(this.path, LOOKING);
      try {
        while (filled < out.length) {
          const { position, length } = this.#placeOf(range.start + filled, out.length - filled);
          const got = readSync(descriptor, out, filled, length, position);
          if (got === 0) break;
          filled += got;
        }
      } finally {
        if (descriptor !== this.#descriptor) closeSync(descriptor);
      }
    } catch (error) {
      this.#problem ??= `the output log could not be read: ${messageOf(error)}`;
    }
    if (filled < out.length) this.#lostFrom = Math.min(this.#lostFrom, range.start + filled);
    return out.subarray(0, filled);
  }

  /** Releases the descriptor; the file stays readable. Nothing is written from here on. */
  close(): void {
    this.#state = "stopped";
    if (this.#descriptor === undefined) return;
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    try {
      closeSync(descriptor);
    } catch (error) {
      this.#problem ??= `the output log could not be closed: ${messageOf(error)}`;
    }
  }

  remove(): void {
    this.close();
    this.#budget.release(this.#claimed);
    this.#claimed = 0;
    if (!this.#exists) return;
    try {
      rmSync(this.path, { force: true });
      this.#exists = false;
      this.#end = 0;
    } catch (error) {
      this.#problem ??= `the output log could not be removed: ${messageOf(error)}`;
    }
  }

  get #headBytes(): number {
    return Math.floor(this.#maxBytes / 2);
  }

  get #ringBytes(): number {
    return this.#maxBytes - this.#headBytes;
  }

  #open(): void {
    const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    try {
      this.#descriptor = openSync(this.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      this.#state = "writing";
      this.#exists = true;
    } catch (error) {
      this.#stop(`the output log could not be created: ${messageOf(error)}`);
    }
  }

  #mayGrow(bytes: number): boolean {
    const growth = Math.min(this.#end + bytes, this.#maxBytes) - this.#end;
    if (growth <= 0) return true;
    if (this.#budget.claim(growth)) {
      this.#claimed += growth;
      return true;
    }
    this.#stop(`the output log ends after ${this.#end} bytes: the space for all logs is used up`);
    return false;
  }

  #write(chunk: Buffer, descriptor: number): void {
    let from = 0;
    while (from < chunk.length) {
      const { position, length } = this.#placeOf(this.#end, chunk.length - from);
      const written = writeSync(descriptor, chunk, from, length, position);
      from += written;
      this.#end += written;
    }
    if (this.#end > this.#maxBytes) this.#writeTrailer(descriptor);
  }

  /** Where a byte of the stream lies in the file, and how many that follow it lie behind it. */
  #placeOf(offset: number, length: number): { readonly position: number; readonly length: number } {
    const head = this.#headBytes;
    const [region] = within([{ start: offset, end: offset + length }], { start: 0, end: head });
    if (region !== undefined) return { position: offset, length: region.end - region.start };
    const turn = (offset - head) % this.#ringBytes;
    return { position: head + turn, length: Math.min(length, this.#ringBytes - turn) };
  }

  #writeTrailer(descriptor: number): void {
    const trailer = trailerOf({ end: this.#end, maxBytes: this.#maxBytes });
    writeSync(descriptor, trailer, 0, TRAILER_BYTES, this.#maxBytes);
    this.#problem ??= `the output log is full at ${this.#maxBytes} bytes: its middle is being dropped`;
  }

  #stop(problem: string): void {
    this.#state = "stopped";
    this.#problem = problem;
  }
}

/** A command may have put a link or a FIFO in the place of a log: neither is followed or waited for. */
const LOOKING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** For files that are only read and never grow. */
const NOTHING = new LogBudget(0);

/** How much of a stream a file holds, judged by the file alone. */
function inspect(path: string): { readonly end: number; readonly maxBytes: number } | undefined {
  try {
    const descriptor = openSync(path, LOOKING);
    try {
      const { size } = fstatSync(descriptor);
      const last = Buffer.alloc(Math.min(size, TRAILER_BYTES));
      readSync(descriptor, last, 0, last.length, size - last.length);
      return trailerIn(last, size) ?? { end: size, maxBytes: size };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined; // no such file, or not one of ours: the stream is empty
  }
}
