import { unlessAborted } from "../../base/unless-aborted.ts";
import { LATE, within } from "../../base/with-timeout.ts";

/** Gives a session's turn to one caller after another, in the order they asked. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `act` when everything that was asked for before is over. */
  take<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** The same for a caller who may give up while it waits: it gets undefined at once, and `act` never runs. */
  takeUnlessAborted<T>(signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T | undefined> {
    let hasBegun = false;
    const turn = this.take(async () => {
      if (signal?.aborted) return undefined;
      hasBegun = true;
      return act();
    });
    return unlessAborted(signal, turn, () => !hasBegun);
  }

  /** Whether everything that was asked for so far is over within this time. */
  async isFreeWithin(limitMs: number): Promise<boolean> {
    return (await within(limitMs, this.#last)) !== LATE;
  }
}
