/** The result of the work, or undefined when the caller aborts first and `counts` still says true. The work itself is not stopped. */
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
