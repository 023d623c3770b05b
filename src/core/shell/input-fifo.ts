import { closeSync, constants, fstatSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { after, type Timer } from "../base/clock.ts";
import { randomHex } from "../base/ids.ts";
import { codeOf } from "../base/system-error.ts";
import { runtimeEnds } from "../process/pipe/runtime-ends.ts";
import type { Supervisor } from "../process/supervisor/supervisor.ts";

/** How long the host waits between two looks for the reader: at first, and at most. */
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 32;

/**
 * The host's end of one command's standard input.
 *
 * The host opens the FIFO when the command's shell has opened it, and takes its name away at once: what is written then
 * reaches only processes that got the descriptor from that shell. Nothing is read from the source before. The FIFO holds
 * as much as a pipe does; a command that does not read keeps the host from reading the source.
 */
export class InputFifo {
  /** In the runtime directory; one that no command can have created before. */
  readonly name: string = `${randomHex(8)}i`;
  readonly path: string;
  readonly #source: Readable;
  #look: Timer | undefined;
  #writer: Writable | undefined;

  private constructor(runtimeDir: string, source: Readable) {
    this.path = join(runtimeDir, this.name);
    this.#source = source;
    source.on("error", () => this.release()); // the command finds the end of its input
  }

  static async make(supervisor: Supervisor, runtimeDir: string, source: Readable): Promise<InputFifo> {
    const fifo = new InputFifo(runtimeDir, source);
    await supervisor.makeFifos([fifo.name]);
    return fifo;
  }

  /** Call when the command's shell has been told to open it. */
  begin(): void {
    this.#lookIn(FIRST_LOOK_MS);
  }

  /** Call when the command has ended: what was read from the source still goes to processes that it left running. */
  release(): void {
    this.#look?.cancel();
    if (this.#writer === undefined) this.#takeNameAway();
    else this.#source.unpipe(this.#writer);
    this.#writer?.end();
    this.#source.destroy();
  }

  #lookIn(ms: number): void {
    this.#look = after(ms, () => {
      const fd = this.#open();
      if (fd === "no-reader") this.#lookIn(Math.min(ms * 2, LAST_LOOK_MS));
      else if (fd === undefined) this.release();
      else this.#write(fd);
    });
    this.#look.unref();
  }

  /** The writing end, once there is a reader. Undefined where a command has deleted or replaced the FIFO. */
  #open(): number | "no-reader" | undefined {
    let fd: number;
    try {
      fd = openSync(this.path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    } catch (error) {
      return codeOf(error) === "ENXIO" ? "no-reader" : undefined;
    }
    if (fstatSync(fd).isFIFO()) return fd;
    closeSync(fd);
    return undefined;
  }

  #write(fd: number): void {
    this.#takeNameAway();
    const writer = runtimeEnds.write(fd);
    this.#writer = writer;
    writer.on("error", () => this.#source.destroy()); // EPIPE: no process can read it any more
    this.#source.pipe(writer);
  }

  #takeNameAway(): void {
    try {
      unlinkSync(this.path);
    } catch {
      // a command has deleted it, or put a directory in its place
    }
  }
}
