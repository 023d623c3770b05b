import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Fault } from "../base/fault.ts";
import { isOutOfDescriptors } from "../base/system-fault.ts";
import { openUntrusted } from "../files/read-untrusted.ts";
import { CHUNK_BYTES, type PipeEnds, type PipeReader } from "./pipe/pipe-ends.ts";
import { runtimeEnds } from "./pipe/runtime-ends.ts";
import { HAS_PROC } from "./system/has-proc.ts";

/** Twice what a pipe holds: the most that can have been written before the host reads. */
const DRAIN_BYTES = 128 * 1024;

/** One buffer for every synchronous drain: no chunk outlives its call. */
const drained = Buffer.allocUnsafe(CHUNK_BYTES);

const TO_WRITE = constants.O_WRONLY | constants.O_NONBLOCK;

const replaced = (): Fault => new Fault("SPAWN_FAILED", "a FIFO of this shell was deleted or replaced by a command");

/**
 * The reading end of a FIFO that other processes open by its path, one writer after another.
 *
 * The host keeps a spare write end open, so that the stream does not end with one writer. `readRest` closes it for a
 * moment: a stream that then ends is free for the next command; otherwise something that the last command left running
 * still holds it.
 */
export class Fifo {
  readonly #path: string;
  readonly #fd: number;
  #spare: number | undefined;
  /** Whether the spare end was closed to be opened again. */
  #isWanted = false;
  readonly #reader: PipeReader;
  /** Takes the bytes; a chunk is valid only during the call. */
  onData: (chunk: Buffer) => void;
  /** Called once when the last writer is gone after `release`. */
  onEnd: () => void = () => undefined;

  constructor(path: string, onData: (chunk: Buffer) => void, ends: PipeEnds = runtimeEnds) {
    const fd = openUntrusted(path, (stat) => stat.isFIFO());
    if (fd === undefined) throw replaced();
    this.#path = path;
    this.onData = onData;
    this.#fd = fd;
    try {
      this.#spare = this.#openSpare();
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    this.#reader = ends.read(fd, {
      onBytes: (chunk) => this.onData(chunk),
      onClose: () => {
        this.#closeSpare();
        this.onEnd();
      },
    });
  }

  /** Reads what is there now; returns whether any process still holds the writing end. */
  readRest(): "free" | "held" {
    this.#closeSpare();
    const state = this.drain();
    // The caller goes on first. It must be open again before the host listens: the stream would end.
    this.#isWanted = state === "free";
    if (this.#isWanted) process.nextTick(() => this.#reopenSpare());
    return state;
  }

  /** Reads what is there now, up to a bound, so that a writer that never stops cannot keep the host. */
  drain(): "free" | "held" {
    // The kernel may have given a closed descriptor's number to another file: a read would take that file's bytes.
    if (this.#reader.isClosed) return "held";
    for (let total = 0; total < DRAIN_BYTES; ) {
      const bytes = this.#readNow();
      if (bytes === 0) return "free";
      if (bytes === undefined) return "held";
      total += bytes;
      this.onData(drained.subarray(0, bytes));
    }
    return "held";
  }

  /** Call when no next writer comes: the stream ends, and `onEnd` is called, when the present writers are gone. */
  release(): void {
    this.#closeSpare();
  }

  /** Whether another writer can come: by the path, which a command may have deleted, and to a stream that has not ended. */
  get isLinked(): boolean {
    this.#reopenSpare();
    return this.#spare !== undefined && !this.#reader.isClosed && fstatSync(this.#fd).nlink > 0;
  }

  /** Leaves in the FIFO what comes: its writers wait when it is full. */
  pause(): void {
    if (!this.#reader.isClosed) this.#reader.pause(true);
  }

  resume(): void {
    if (!this.#reader.isClosed) this.#reader.pause(false);
  }

  close(): void {
    this.#closeSpare();
    this.#reader.close();
  }

  #readNow(): number | undefined {
    try {
      return readSync(this.#fd, drained, 0, CHUNK_BYTES, null);
    } catch {
      return undefined; // EAGAIN: nothing there, but a process could still write
    }
  }

  /** By descriptor: the path may lead elsewhere by now. Without such paths it is looked at what the path has led to. */
  #openSpare(): number {
    if (HAS_PROC) return openSync(`/proc/self/fd/${this.#fd}`, TO_WRITE);
    let spare: number;
    try {
      spare = openSync(this.#path, TO_WRITE | constants.O_NOFOLLOW);
    } catch (error) {
      if (isOutOfDescriptors(error)) throw error;
      throw replaced();
    }
    const [own, other] = [fstatSync(this.#fd), fstatSync(spare)];
    if (own.ino === other.ino && own.dev === other.dev) return spare;
    closeSync(spare);
    throw replaced();
  }

  /** Without a descriptor this FIFO takes no other writer, and what it has read is whole. */
  #reopenSpare(): void {
    if (!this.#isWanted || this.#reader.isClosed) return;
    this.#isWanted = false;
    try {
      this.#spare = this.#openSpare();
    } catch {
      this.#spare = undefined;
    }
  }

  #closeSpare(): void {
    this.#isWanted = false;
    if (this.#spare !== undefined) closeSync(this.#spare);
    this.#spare = undefined;
  }
}
