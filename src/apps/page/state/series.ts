import type { ShellView } from "../../../core/line/line-messages.ts";

/** One look at a running shell. */
export type Sample = { readonly at: number; readonly memory: number; readonly bytes: number; readonly cpuMs: number };

const MOST_SAMPLES = 600;

/** What the page has seen of a shell over time: since it was opened, and no earlier. */
export class Series {
  readonly #samples: Sample[] = [];

  get samples(): readonly Sample[] {
    return this.#samples;
  }

  add(at: number, { memoryBytes = 0, stdoutBytes, stderrBytes, cpuMs = 0 }: ShellView): void {
    this.#samples.push({ at, memory: memoryBytes, bytes: stdoutBytes + stderrBytes, cpuMs });
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift();
  }

  get last(): Sample | undefined {
    return this.#samples.at(-1);
  }

  get mostMemory(): number {
    return this.#samples.reduce((most, { memory }) => Math.max(most, memory), 0);
  }

  /** The share of one processor in the last seconds. */
  cpuShare(spanMs = 3000): number | undefined {
    return this.#rate(spanMs, ({ cpuMs }) => cpuMs);
  }

  /** Bytes of output per second in the last seconds. */
  outputRate(spanMs = 3000): number | undefined {
    const perMs = this.#rate(spanMs, ({ bytes }) => bytes);
    return perMs === undefined ? undefined : perMs * 1000;
  }

  /** Output of each step of time, the newest last. */
  outputSteps(count: number, stepMs: number): readonly number[] {
    const end = this.last?.at ?? 0;
    const steps = Array.from({ length: count }, () => 0);
    for (let at = 1; at < this.#samples.length; at += 1) {
      const [before, now] = [this.#samples[at - 1], this.#samples[at]];
      if (before === undefined || now === undefined) continue;
      const step = count - 1 - Math.floor((end - now.at) / stepMs);
      if (step >= 0) steps[step] = (steps[step] ?? 0) + Math.max(0, now.bytes - before.bytes);
    }
    return steps;
  }

  #rate(spanMs: number, valueOf: (sample: Sample) => number): number | undefined {
    const last = this.last;
    const first = this.#samples.findLast(({ at }) => last !== undefined && at <= last.at - spanMs) ?? this.#samples[0];
    if (last === undefined || first === undefined || last.at === first.at) return undefined;
    return Math.max(0, valueOf(last) - valueOf(first)) / (last.at - first.at);
  }
}
