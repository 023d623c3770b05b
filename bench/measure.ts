/**
 * What every benchmark here shares. A benchmark measures both sides of each ratio in the same interleaved rounds, in a
 * process of its own, once for every pass of a run: the passes tell how much a row wavers by itself.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RowName } from "./targets.ts";

/** The checkout. */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** One row of one pass. `of`: the two sides of a ratio, for the reader. */
export type Sample = { readonly row: RowName; readonly value: number; readonly of?: string };

/** Measures its rows once. It prints nothing, and leaves no process and no file behind. */
export type Bench = () => Promise<readonly Sample[]>;

/** What is timed. `after`: what cleans up behind it, not timed. */
export type Subject = {
  readonly name: string;
  readonly act: () => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
};
export type Timing = { readonly name: string; readonly median: number; readonly p95: number };

export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};

/** Runs every subject once a round, in another order each round, with a pause as an agent's thinking would make. */
export async function interleave(subjects: readonly Subject[], rounds: number, pauseMs = 10): Promise<Timing[]> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, act, after } of shuffled(subjects)) {
      const begun = performance.now();
      await act();
      times.get(name)?.push(performance.now() - begun);
      await after?.();
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return [...times].map(([name, values]) => ({ name, median: quantile(values, 0.5), p95: quantile(values, 0.95) }));
}

export const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

export const find = (timings: readonly Timing[], name: string): Timing =>
  timings.find((timing) => timing.name === name) ?? { name, median: Number.NaN, p95: Number.NaN };

/** What one subject costs of another: the ratio of their medians. */
export function ratioOf(timings: readonly Timing[], row: RowName, [mine, base]: readonly [string, string]): Sample {
  const [a, b] = [find(timings, mine).median, find(timings, base).median];
  return { row, value: a / b, of: `${amount(a)} : ${amount(b)} ms` };
}

export const amount = (value: number): string => {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
};

/** What a session is measured against: a bash of its own for each text. */
export function floor(text: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn("/bin/bash", ["-c", text], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let kept = Buffer.alloc(0);
    child.stdout.on("data", (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]).subarray(-30_000);
    });
    child.stderr.on("data", () => undefined);
    child.on("close", () => resolve());
  });
}

/** Watches this process's memory while something runs. */
export async function peakGrowthMiB(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await act();
  clearInterval(timer);
  return (Math.max(peak, process.memoryUsage.rss()) - before) / 2 ** 20;
}
