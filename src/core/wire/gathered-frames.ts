import type { Writable } from "node:stream";
import { after, type OneTimer } from "../base/clock.ts";
import { WIRE_GATHER_BYTES, WIRE_GATHER_MS } from "../base/limits/machine-limits.ts";

/**
 * What one side says, in few writes.
 *
 * A launcher may pass our bytes on over TCP as it gets them (srun does). The kernel then holds a second small piece back
 * until the first is acknowledged, and the other kernel puts that off for 40 ms: what is said in one breath is written at
 * once.
 */
export class GatheredFrames {
  readonly #output: Writable;
  #frames: Buffer[] = [];
  #bytes = 0;
  #timer: OneTimer | undefined;

  constructor(output: Writable) {
    this.#output = output;
  }

  /** `isPassing`: more is about to follow, and this may wait a moment for it. */
  say(frame: Buffer, isPassing: boolean): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
    if (!isPassing || this.#bytes >= WIRE_GATHER_BYTES) this.flush();
    else this.#timer ??= after(WIRE_GATHER_MS, () => this.flush()).unref();
  }

  flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    const frames = this.#frames;
    if (frames.length === 0) return;
    this.#frames = [];
    this.#bytes = 0;
    this.#output.write(Buffer.concat(frames));
  }
}
