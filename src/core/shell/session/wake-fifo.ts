import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync, writeSync } from "node:fs";
import type { Identity } from "../../process/identity.ts";

/** The FIFO `c` that bash sleeps on between two turns. A turn's nonce goes through it, to one reader only. */
export class WakeFifo {
  readonly #fd: number;
  readonly #file: Stats;

  constructor(path: string) {
    this.#fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    this.#file = fstatSync(this.#fd);
  }

  send(nonce: string): void {
    writeSync(this.#fd, nonce);
  }

  /**
   * Whether this process has the FIFO as its stdin; bash has it only while it waits. Undefined where /proc does not
   * show it.
   */
  isStdinOf({ pid }: Identity): boolean | undefined {
    try {
      const { dev, ino } = statSync(`/proc/${pid}/fd/0`);
      return ino === this.#file.ino && dev === this.#file.dev;
    } catch {
      return undefined; // no /proc, no right to look, or the process has just ended, which the supervisor reports
    }
  }

  /** Empties the FIFO of a turn that no process took, and of what a command wrote there. */
  emptyOut(): void {
    const rest = Buffer.alloc(64 * 1024);
    try {
      while (readSync(this.#fd, rest) > 0);
    } catch {
      // EAGAIN: the FIFO is empty
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}
