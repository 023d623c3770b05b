import { setTimeout as sleep } from "node:timers/promises";

/** Polls a condition; generous, because machines are shared. Fails with what was waited for. */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for: ${what}`);
    await sleep(10);
  }
}
