/** What every benchmark here shares: interleaved rounds, medians and p95, a table. Milliseconds are only good within one run. */
import { spawn } from "node:child_process";

export type Subject = { readonly name: string; readonly act: () => Promise<unknown> };
export type Timing = { readonly name: string; readonly median: number; readonly p95: number };

export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
};

/** Runs every subject once a round, in another order each round, with a pause as an agent's thinking would make. */
export async function interleave(subjects: readonly Subject[], rounds: number, pauseMs = 10): Promise<Timing[]> {
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, act } of shuffled(subjects)) {
      const begun = performance.now();
      await act();
      times.get(name)?.push(performance.now() - begun);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return [...times].map(([name, values]) => ({ name, median: quantile(values, 0.5), p95: quantile(values, 0.95) }));
}

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

export const find = (timings: readonly Timing[], name: string): Timing =>
  timings.find((timing) => timing.name === name) ?? { name, median: Number.NaN, p95: Number.NaN };

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

/** One line of the report: what, measured, the bar, and whether it holds. */
export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly target?: string;
  readonly holds?: boolean;
};

const rows: Row[] = [];

export function report(row: Row): void {
  rows.push(row);
  const mark = row.holds === undefined ? " " : row.holds ? "✓" : "✗";
  console.log(
    `${mark} ${row.what.padEnd(58)} ${row.measured.padEnd(34)} ${row.target === undefined ? "" : `target ${row.target}`}`,
  );
}

export const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}x`;
export const ms = ({ median, p95 }: Timing): string => `${median.toFixed(2)} / ${p95.toFixed(2)} ms`;

/** What one subject costs of another, against its bar. */
export function rate(
  timings: readonly Timing[],
  [what, a, b]: readonly [string, string, string],
  target: number,
): void {
  const [mine, base] = [find(timings, a), find(timings, b)];
  report({
    what,
    measured: `${ratio(mine.median, base.median)}  (${ms(mine)} : ${ms(base)})`,
    target: `<= ${target}x`,
    holds: mine.median / base.median <= target,
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
