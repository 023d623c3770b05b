/** What a soak found, as data and in words. */
import type { Run } from "../report/result.ts";
import { type Trend, trendOf } from "./trend.ts";

/** One look at the host. `latency`: the median of the echoes since the look before, in ms. */
export type SoakSample = {
  readonly minute: number;
  readonly memory: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly files: number;
  readonly processes: number;
  readonly shells: number;
  readonly latency: number;
};

/** The figures that must not rise. `least`: a rise that is smaller is none, in the figure's unit or as a share of its median. */
export const FIGURES: Readonly<
  Record<
    "memory" | "heap" | "descriptors" | "files" | "processes" | "latency",
    { what: string; unit: string; least: number; share?: true }
  >
> = {
  memory: { what: "resident memory", unit: "MiB", least: 0.05, share: true },
  heap: { what: "heap in use after a collection", unit: "MiB", least: 0.5 },
  descriptors: { what: "descriptors of the host", unit: "", least: 3 },
  files: { what: "files in the state directories", unit: "", least: 5 },
  processes: { what: "processes below the host", unit: "", least: 3 },
  latency: { what: "an echo, median", unit: "ms", least: 0.25, share: true },
};
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES: readonly Figure[] = ["memory", "heap", "descriptors", "files", "processes", "latency"];

/** What was left when the host had disposed of everything. */
type Leftovers = { readonly processes: number; readonly files: number };

export type SoakResult = Run & {
  readonly minutes: number;
  readonly sessions: number;
  /** Around every second session. */
  readonly sandbox: "workspace" | "none";
  /** Minutes that count as the beginning, and not for the trends. */
  readonly warmUp: number;
  readonly steps: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
  readonly samples: readonly SoakSample[];
  readonly trends: Readonly<Record<Figure, Trend>>;
  readonly left: Leftovers;
};

export function trendsOf(samples: readonly SoakSample[], warmUp: number): Readonly<Record<Figure, Trend>> {
  const later = samples.filter(({ minute }) => minute >= warmUp);
  const of = (figure: Figure): Trend => {
    const points = later
      .map((sample) => ({ minute: sample.minute, value: sample[figure] }))
      .filter(({ value }) => Number.isFinite(value));
    const sorted = points.map(({ value }) => value).toSorted((a, b) => a - b);
    const { least, share } = FIGURES[figure];
    return trendOf(points, share === true ? least * (sorted[sorted.length >> 1] ?? 0) : least);
  };
  return {
    memory: of("memory"),
    heap: of("heap"),
    descriptors: of("descriptors"),
    files: of("files"),
    processes: of("processes"),
    latency: of("latency"),
  };
}

/** Everything that is wrong; none when the soak is passed. */
export function faultsOf({
  problems,
  trends,
  left,
}: Pick<SoakResult, "problems" | "trends" | "left">): readonly string[] {
  const rising = FIGURE_NAMES.filter((figure) => trends[figure].course === "rising");
  const short = FIGURE_NAMES.filter((figure) => trends[figure].course === "too short");
  return [
    ...(problems.length > 0 ? [`${problems.length} answers were wrong`] : []),
    ...rising.map((figure) => `${FIGURES[figure].what} rises: ${slopeOf(trends[figure], FIGURES[figure].unit)}`),
    ...(short.length > 0 ? [`too short to say whether these rise: ${short.join(", ")}`] : []),
    ...(left.processes > 0 ? [`${left.processes} processes were left`] : []),
    ...(left.files > 0 ? [`${left.files} files were left in the state directories`] : []),
  ];
}

const digits = (value: number): string => (Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(2));

export function slopeOf({ slope, noise }: Trend, unit: string): string {
  if (Number.isNaN(slope)) return "too short to say";
  return `${slope >= 0 ? "+" : ""}${digits(slope)} ± ${digits(noise)}${unit === "" ? "" : ` ${unit}`} a minute`;
}

export function soakReport(result: SoakResult): string {
  const total = Object.values(result.steps).reduce((sum, count) => sum + count, 0);
  const faults = faultsOf(result);
  const last = result.samples.at(-1);
  return [
    `${result.minutes} minutes, ${result.sessions} sessions, ${result.sandbox === "none" ? "none" : "half"} of them sandboxed, ${total} steps; the first ${result.warmUp.toFixed(1)} minutes count for no slope`,
    `  ${Object.entries(result.steps)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}`,
    ...FIGURE_NAMES.map((figure) => {
      const { what, unit } = FIGURES[figure];
      const trend = result.trends[figure];
      const mark = trend.course === "rising" ? "✗" : " ";
      return `${mark} ${what.padEnd(34)} ${digits(last?.[figure] ?? Number.NaN).padStart(8)} ${unit.padEnd(4)} ${trend.course.padEnd(10)} ${slopeOf(trend, unit)}`;
    }),
    ...result.problems.slice(0, 10).map((problem) => `✗ ${problem}`),
    faults.length === 0 ? "passed" : `not passed: ${faults.join("; ")}`,
  ].join("\n");
}
