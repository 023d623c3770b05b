const FOREVER_MS = 2 ** 30;

/** Keeps the host running while a caller waits. No other handle of nacre does, so that nacre never delays the end of the host. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, FOREVER_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
