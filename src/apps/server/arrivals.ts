import { setImmediate as nextTurn } from "node:timers/promises";
import { steadyMs } from "../../core/base/clock.ts";
import { LULL_MS } from "../../core/base/limits.ts";

/**
 * Counts the connections that come to a server. A crowd comes in over many turns of the event loop, and the work for the
 * first of it would keep the others from being told that there are too many: the work waits until the crowd is in.
 */
export class Arrivals {
  readonly #longestMs: number;
  #count = 0;
  /** How many there were when a turn brought none. */
  #settled = 0;

  constructor(longestMs: number = LULL_MS) {
    this.#longestMs = longestMs;
  }

  add(): void {
    this.#count += 1;
  }

  /** Resolves when a whole turn of the loop has brought no connection; at once where none has come since. */
  async lull(): Promise<void> {
    if (this.#count === this.#settled) return;
    const until = steadyMs() + this.#longestMs;
    let before: number;
    do {
      before = this.#count;
      await nextTurn(); // the end of this turn
      await nextTurn(); // and of the next
    } while (this.#count !== before && steadyMs() < until);
    this.#settled = before;
  }
}
