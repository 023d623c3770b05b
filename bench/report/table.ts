/** A run as a table for a terminal. */
import { amount } from "../measure.ts";
import type { Row } from "../targets.ts";
import type { Result, ResultRow } from "./result.ts";

const inUnit = (value: number, { unit }: Pick<Row, "unit">): string => {
  if (unit === "x") return `${amount(value)}x`;
  return unit === "left" ? value.toFixed(0) : `${amount(value)} ${unit}`;
};

const targetOf = (row: Row): string => {
  if (row.most !== undefined) return `<= ${inUnit(row.most, row)}`;
  return row.least === undefined ? "" : `>= ${inUnit(row.least, row)}`;
};

const markOf = ({ met }: ResultRow): string => {
  if (met === undefined) return " ";
  return met ? "✓" : "✗";
};

function lineOf(row: ResultRow): string {
  const [low, high] = row.spread;
  const spread = row.passes.length > 1 ? `${amount(low)} … ${amount(high)}` : "one pass";
  const goal = row.goal === undefined ? "" : `, goal ${inUnit(row.goal, row)}`;
  return `${markOf(row)} ${row.what.padEnd(56)} ${inUnit(row.value, row).padStart(9)}  ${spread.padEnd(15)} ${(targetOf(row) + goal).padEnd(24)} ${row.of ?? ""}`.trimEnd();
}

export function tableOf({ rows, failed, machine }: Result): string {
  const floors = [...new Set(rows.map(({ floor }) => floor))];
  const parts = floors.flatMap((floor) => [
    "",
    `  / ${floor}`,
    ...rows.filter((row) => row.floor === floor).map(lineOf),
  ]);
  const judged = rows.filter(({ met }) => met !== undefined);
  return [
    `  ${"".padEnd(56)} ${"median".padStart(9)}  ${"passes".padEnd(15)} target`,
    ...parts,
    "",
    `${judged.filter(({ met }) => met).length} of ${judged.length} targets met; load ${machine.loadBefore} before, ${machine.loadAfter} after, ${machine.cores} cores`,
    ...Object.entries(failed).map(([name, why]) => `✗ ${name} failed: ${why}`),
  ].join("\n");
}
