/** A run against an earlier one. A row is worse only when it left the noise that both runs measured in their passes. */
import { amount } from "../measure.ts";
import type { RowName } from "../targets.ts";
import type { Result, ResultRow } from "./result.ts";

/** Fewer passes say nothing of how much a row wavers. */
export const LEAST_PASSES = 3;

type Change = "same" | "better" | "worse" | "unknown" | "new" | "gone";
export type Comparison = {
  readonly name: RowName;
  readonly change: Change;
  readonly before?: ResultRow;
  readonly now?: ResultRow;
};

/**
 * Whether two spreads lie apart: the gap between them is wider than half of the wider one. Two times five passes that
 * waver alike do not overlap once in 252 tries, and lie apart far more rarely; a real run has some thirty rows.
 */
export function liesApart(a: readonly [number, number], b: readonly [number, number]): boolean {
  const gap = Math.max(a[0] - b[1], b[0] - a[1]);
  return gap > Math.max(a[1] - a[0], b[1] - b[0]) / 2;
}

function changeOf(before: ResultRow, now: ResultRow): Change {
  if (Math.min(before.passes.length, now.passes.length) < LEAST_PASSES) return "unknown";
  if (!liesApart(before.spread, now.spread)) return "same";
  const isHigher = now.value > before.value;
  return isHigher === (now.least !== undefined) ? "better" : "worse";
}

/** Every row of either run. */
export function compareRows(before: readonly ResultRow[], now: readonly ResultRow[]): readonly Comparison[] {
  const gone = before.filter(({ name }) => now.every((row) => row.name !== name));
  return [
    ...now.map((row): Comparison => {
      const was = before.find(({ name }) => name === row.name);
      if (was === undefined) return { name: row.name, change: "new", now: row };
      return { name: row.name, change: changeOf(was, row), before: was, now: row };
    }),
    ...gone.map((row): Comparison => ({ name: row.name, change: "gone", before: row })),
  ];
}

const MARKS: Readonly<Record<Change, string>> = {
  same: " ",
  better: "↑",
  worse: "✗",
  unknown: "?",
  new: "+",
  gone: "-",
};

const shown = (row: ResultRow | undefined): string =>
  row === undefined ? "" : `${amount(row.value)} (${amount(row.spread[0])} … ${amount(row.spread[1])})`;

function machinesDiffer({ machine: a }: Result, { machine: b }: Result): readonly string[] {
  const fields = ["cores", "node", "kernel"] as const;
  const other = fields.filter((field) => a[field] !== b[field]);
  return other.map((field) => `not the same ${field}: ${a[field]} then, ${b[field]} now`);
}

/** What changed, for a terminal. */
export function comparisonOf(before: Result, now: Result): string {
  const rows = compareRows(before.rows, now.rows);
  return [
    `  against ${before.commit} of ${before.at.slice(0, 10)}`,
    ...machinesDiffer(before, now),
    ...rows.map((row) => {
      const what = (row.now ?? row.before)?.what ?? "";
      return `${MARKS[row.change]} ${row.change.padEnd(8)} ${what.padEnd(56)} ${shown(row.before).padEnd(24)} → ${shown(row.now)}`;
    }),
    ...(rows.some(({ change }) => change === "unknown")
      ? [`? fewer than ${LEAST_PASSES} passes: the noise is not known`]
      : []),
  ].join("\n");
}
