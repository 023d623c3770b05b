/** The browser's clock and timers: the only place of the page that touches them. */

export const browserMs = (): number => Date.now();

/** Calls `act` once; returns how to prevent it. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Calls `act` again and again; returns how to end it. */
export function repeat(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}
