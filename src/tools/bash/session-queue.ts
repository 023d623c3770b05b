import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../core/shell/session/session.ts";

const tails = new WeakMap<Session, Promise<unknown>>();

/** Whether all calls of a session so far are over within a time. */
export async function isFreeWithin(session: Session, limitMs: number): Promise<boolean> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => false);
  return Promise.race([(tails.get(session) ?? Promise.resolve()).then(() => true), late]);
}

/**
 * Runs one call of a session after those before it. Judging belongs to the turn: a command is judged in the directory
 * that the one before it has left, not in the one that was current when it was sent.
 * A call that is aborted while it waits gives up its turn; undefined then.
 */
export async function inTurn<T>(
  session: Session,
  signal: AbortSignal | undefined,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const before = tails.get(session) ?? Promise.resolve();
  let hasBegun = false;
  const turn = before.then(async () => {
    if (signal?.aborted) return undefined;
    hasBegun = true;
    return act();
  });
  tails.set(
    session,
    turn.catch(() => undefined),
  );
  return unlessAborted(signal, turn, () => !hasBegun);
}

/** The work, or undefined when the caller gives up first and that still counts. The work itself is not stopped. */
export function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<T>,
  counts: () => boolean = () => true,
): Promise<T | undefined> {
  if (signal === undefined) return work;
  return new Promise<T | undefined>((resolve, reject) => {
    const giveUp = (): void => {
      if (counts()) resolve(undefined);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
