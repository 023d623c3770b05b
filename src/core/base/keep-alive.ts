const FOREVER_MS = 2 ** 30;

/** Keeps the host running while a caller waits. All our handles let it end, so that its own work alone decides. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, FOREVER_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
