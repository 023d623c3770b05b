import { sleep, steadyMs } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { PIECE_BYTES, type SupervisorInput, type Taken } from "../../process/supervisor/input/supervisor-input.ts";

/** What became of input: how many bytes the shell got, and how many of all that it got no program has read yet. */
export type Written = { readonly taken: number; readonly unread: number; readonly isOpen: boolean };

type WriteLimits = { readonly limitMs: number; readonly signal?: AbortSignal | undefined };

/** How long to wait before a program that does not read is looked at again: at first, and at most. */
const FIRST_LOOK_MS = 1;
const LAST_LOOK_MS = 32;

/** The standard input of a background shell: an open pipe, until it is ended. */
export class ShellInput {
  readonly #input: SupervisorInput;
  /** One caller at a time: two texts must not be mixed. */
  #last: Promise<unknown> = Promise.resolve();
  #isEnded = false;

  constructor(input: SupervisorInput) {
    this.#input = input;
  }

  /** The pipe, by its number in the kernel. */
  get inode(): number | undefined {
    return this.#input.inode;
  }

  /** Whether its end was written. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Writes after all earlier callers. What a program does not read within the time is not written, and told. */
  write(bytes: Buffer, limits: WriteLimits): Promise<Written> {
    const written = this.#last.then(() => this.#write(bytes, limits));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Ends the input behind all that was written. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#last = this.#last.then(() => this.#input.end());
  }

  async #write(bytes: Buffer, { limitMs, signal }: WriteLimits): Promise<Written> {
    const begun = steadyMs();
    let at = 0;
    for (let pause = FIRST_LOOK_MS; ; ) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      const taken = await this.#hand(piece);
      if (taken.kind === "closed") return { taken: at, unread: 0, isOpen: false };
      if (taken.kind === "taken") at += piece.length;
      if (at >= bytes.length || steadyMs() - begun > limitMs || signal?.aborted === true)
        return { taken: at, unread: taken.unread, isOpen: true };
      pause = taken.kind === "taken" ? FIRST_LOOK_MS : Math.min(2 * pause, LAST_LOOK_MS);
      if (taken.kind === "full") await unlessAborted(signal, sleep(pause));
    }
  }

  /** A shell that is gone reads nothing more. */
  async #hand(piece: Buffer): Promise<Taken> {
    try {
      return await this.#input.write(piece);
    } catch (error) {
      if (isFault(error)) return { kind: "closed" };
      throw error;
    }
  }
}
