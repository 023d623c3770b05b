/** Times for growth tables. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../measure.ts";

export async function msOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** The median of a few rounds, with a pause before each as an agent's thinking would make. */
export async function medianMs(act: () => Promise<unknown>, rounds: number, pauseMs = 10): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(pauseMs);
    times.push(await msOf(act));
  }
  return quantile(times, 0.5);
}

/** How long this process answered nobody, at the longest, while something ran. */
export async function longestStop(act: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await act();
  look();
  clearInterval(timer);
  return longest;
}

/** At most this many at once: a caller that starts a thousand things does not start them in one tick. */
export async function inTurns(count: number, act: (index: number) => Promise<unknown>, atOnce = 8): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await act(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}

/** Time on the processor of this process and of one other, in ms: load of others does not count. */
export function cpuMs(pid?: number): number {
  const { user, system } = process.cpuUsage();
  const [ran = "0"] = pid === undefined ? [] : readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return (user + system) / 1000 + Number(ran) / 1e6;
}
