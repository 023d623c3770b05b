/** A run as data: what `--json` prints, `--compare` reads and the chart is drawn from. */
import type { Sample } from "../measure.ts";
import { meets, ROW_NAMES, ROWS, type Row, type RowName } from "../targets.ts";

/** One row over all passes. `spread`: the lowest and the highest pass, which is what the row wavers by itself. */
export type ResultRow = Row & {
  readonly name: RowName;
  readonly value: number;
  readonly spread: readonly [number, number];
  readonly passes: readonly number[];
  /** The two sides of the median pass. */
  readonly of?: string;
  readonly met?: boolean;
};

/** Rows of different machines are not to be compared. */
type Machine = {
  readonly cores: number;
  readonly node: string;
  readonly kernel: string;
  readonly loadBefore: number;
  readonly loadAfter: number;
};

/** Where and when. */
export type Run = { readonly at: string; readonly commit: string; readonly machine: Machine };

export type Result = Run & {
  readonly rows: readonly ResultRow[];
  /** Benchmarks that failed, and what they said: their rows are missing or have fewer passes. */
  readonly failed: Readonly<Record<string, string>>;
};

/** The rows of all passes, in the order of the targets. */
export function rowsOf(samples: readonly Sample[]): readonly ResultRow[] {
  return ROW_NAMES.flatMap((name) => {
    const passes = samples.filter(({ row }) => row === name).toSorted((a, b) => a.value - b.value);
    const middle = passes[(passes.length - 1) >> 1];
    if (middle === undefined) return [];
    const values = passes.map(({ value }) => value);
    const met = meets(ROWS[name], middle.value);
    return [
      {
        name,
        ...ROWS[name],
        value: middle.value,
        spread: [values[0] ?? Number.NaN, values.at(-1) ?? Number.NaN] as const,
        passes: samples.filter(({ row }) => row === name).map(({ value }) => value),
        ...(middle.of === undefined ? {} : { of: middle.of }),
        ...(met === undefined ? {} : { met }),
      },
    ];
  });
}
