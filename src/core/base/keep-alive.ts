import { every, type Timer } from "./clock.ts";

const FOREVER_MS = 2 ** 30;

/** One handle for all callers that wait: every command waits, and a timer of its own would cost it more. */
let handle: Timer | undefined;
let waiting = 0;

/** Keeps the host running while a caller waits. No other handle of nacre does, so that nacre never delays the end of the host. */
export async function keepAlive<T>(work: Promise<T>): Promise<T> {
  handle ??= every(FOREVER_MS, () => undefined);
  if (waiting++ === 0) handle.ref();
  try {
    return await work;
  } finally {
    if (--waiting === 0) handle.unref();
  }
}
