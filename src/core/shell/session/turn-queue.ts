import { wallMs } from "../../base/clock.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import { LATE, within } from "../../base/with-timeout.ts";

/** Gives a session's turn to one caller after another, in the order of their requests. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();
  /** Requests that are not over. */
  #open = 0;

  /** Runs `act` when all earlier requests are over. */
  take<T>(act: () => Promise<T>): Promise<T> {
    this.#open += 1;
    const turn = this.#last.then(act);
    const over = (): void => {
      this.#open -= 1;
    };
    this.#last = turn.then(over, over);
    return turn;
  }

  /** The same for a caller that may give up while it waits: it gets undefined at once, and `act` never runs. */
  takeUnlessAborted<T>(signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T | undefined> {
    let hasBegun = false;
    const isFree = this.#open === 0;
    const turn = this.take(async () => {
      if (signal?.aborted) return undefined;
      hasBegun = true;
      return act();
    });
    // Of a free session the turn begins at once: nobody waits for it, and a listener costs a short command something.
    return isFree ? turn : unlessAborted(signal, turn, () => !hasBegun);
  }

  /** Whether all requests so far are over within this time. */
  async isFreeWithin(limitMs: number): Promise<boolean> {
    return (await within(limitMs, this.#last)) !== LATE;
  }
}

/** The command that a session runs now, and since when by the time of day: for those who watch. */
export class PresentCommand {
  #now: { readonly command: string; readonly since: number } | undefined;

  get now(): { readonly command: string; readonly since: number } | undefined {
    return this.#now;
  }

  async during<T>(command: string, run: () => Promise<T>): Promise<T> {
    this.#now = { command, since: wallMs() };
    try {
      return await run();
    } finally {
      this.#now = undefined;
    }
  }
}
