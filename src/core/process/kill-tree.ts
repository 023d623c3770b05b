import { sleep, stopwatch } from "../base/clock.ts";
import { KILL_GRACE_MS, UNKILLABLE_MS } from "../base/limits.ts";
import { Turnstile } from "../base/turnstile.ts";
import { type Identity, ignores, isRunning, keyOf, signal } from "./identity.ts";

export type KillOptions = {
  /** The processes to end, listed anew each time: a tree changes while it dies. */
  readonly list: () => readonly Identity[];
  readonly firstSignal?: NodeJS.Signals;
  readonly graceMs?: number;
};

/** When many trees die at once, the host does other things between the looks at them. */
const LOOKS = new Turnstile();

/** The pauses between looks at a dying tree: short at first, because most processes end at once. */
const LOOKS_MS = [1, 1, 2, 3, 5, 8, 12, 20] as const;

/**
 * Ends a whole tree: the first signal to every process, a grace, then KILL to what is left and what that started
 * meanwhile. Resolves when nothing is left; returns the survivors.
 */
export async function killTree({
  list,
  firstSignal = "SIGTERM",
  graceMs = KILL_GRACE_MS,
}: KillOptions): Promise<readonly Identity[]> {
  const signalled = new Set<string>();
  const politely = (): readonly Identity[] => {
    const left = list();
    for (const identity of left) {
      const key = keyOf(identity);
      if (signalled.has(key)) continue;
      signalled.add(key);
      signal(identity, firstSignal);
      // A stopped process takes the signal only when it runs again.
      signal(identity, "SIGCONT");
    }
    // A process that ignores the signal does not use the grace; when only such processes are left, waiting is useless.
    return left.every((identity) => ignores(identity, firstSignal)) ? [] : left;
  };
  if (firstSignal !== "SIGKILL") await untilNone(politely, graceMs);
  return untilNone(() => killAll(list()), UNKILLABLE_MS);
}

/** Stops every process before it kills one, so that a tree that forks faster than nacre kills stands still. */
function killAll(left: readonly Identity[]): readonly Identity[] {
  if (left.length > 8) for (const identity of left) signal(identity, "SIGSTOP");
  for (const identity of left) signal(identity, "SIGKILL");
  return left;
}

async function untilNone(act: () => readonly Identity[], limitMs: number): Promise<readonly Identity[]> {
  const spent = stopwatch();
  for (let turn = 0; ; turn++) {
    const left = await LOOKS.run(() => act().filter(isRunning));
    if (left.length === 0 || spent() > limitMs) return left;
    await sleep(LOOKS_MS[Math.min(turn, LOOKS_MS.length - 1)] ?? 20);
  }
}
