import { after, type Timer } from "./clock.ts";
/** Stands for a result that did not come in time. */
export const LATE: unique symbol = Symbol("late");

/** A result, or `LATE` when the limit passes first. Without a limit it waits as long as it takes. */
export async function within<T>(limitMs: number | undefined, work: Promise<T>): Promise<T | typeof LATE> {
  if (limitMs === undefined) return work;
  let timer: Timer | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = after(limitMs, () => resolve(LATE));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer?.cancel();
  }
}
