/** Stands for a result that did not come in time. */
export const LATE: unique symbol = Symbol("late");

/** A result, or `LATE` when the limit passes first. Without a limit it waits as long as it takes. */
export async function within<T>(limitMs: number | undefined, work: Promise<T>): Promise<T | typeof LATE> {
  if (limitMs === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
