import { stopwatch } from "./clock.ts";
import { SLICE_MS } from "./limits.ts";

/**
 * Does the work of many callers in slices, first come, first served: work that many ask for at once then alternates with
 * whatever else the host does.
 */
export class Turnstile {
  readonly #waiting: (() => void)[] = [];
  #isOpening = false;

  /** Does the work in one of the next turns of the event loop. */
  run<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#openLater();
    });
  }

  #openLater(): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    setImmediate(() => this.#open());
  }

  #open(): void {
    this.#isOpening = false;
    const spent = stopwatch();
    do this.#waiting.shift()?.();
    while (this.#waiting.length > 0 && spent() < SLICE_MS);
    if (this.#waiting.length > 0) this.#openLater();
  }
}

/** Does something in the next turn of the event loop: once, however often it was asked for in this one. */
export function onceATurn(act: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
      act();
    });
  };
}
