import { steadyMs } from "../../../core/base/clock.ts";
/** A token bucket: allows `perSecond` requests a second on average, and `burst` at once. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(
    { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
    now: () => number = steadyMs,
  ) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#left = burst;
    this.#at = now();
  }

  /** Whether one more may pass now. */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
