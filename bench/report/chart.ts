/** The ratios of a run as a picture (SVG) that is readable on a light and on a dark page. */
import { amount } from "../measure.ts";
import type { Result, ResultRow } from "./result.ts";
import { escaped, svgOf } from "./svg.ts";

const WIDTH = 980;
const LABELS = 440;
const FIGURES = 150;
const PLOT = { left: LABELS + 10, right: WIDTH - FIGURES - 10 };
const LINE = 24;
const HEAD = 34;
const TOP = 86;
/** One row of a thousandfold must not press all others together: what is beyond stands at the edge. */
const FARTHEST = 10;
/** A floor with as many rows has a heading of its own; other rows name theirs. */
const GROUP = 3;

type Scale = { readonly at: (value: number) => number; readonly ticks: readonly number[] };

/** Ticks at 1, 2 and 5 of each power of ten, from below the lowest value to above the highest. */
export function logTicks(values: readonly number[]): readonly number[] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(lowest));
  const powers = Array.from({ length: Math.ceil(Math.log10(highest)) - first + 2 }, (_, index) => first + index);
  const all = powers.flatMap((power) => [1, 2, 5].map((digit) => Number((digit * 10 ** power).toPrecision(1))));
  const from = all.findLastIndex((tick) => tick <= lowest);
  return all.slice(from, all.findIndex((tick) => tick >= highest) + 1);
}

function scaleOf(rows: readonly ResultRow[]): Scale {
  const values = rows.flatMap(({ value, spread, most = value, least = value }) => [...spread, value, most, least]);
  const ticks = logTicks([...values.filter((value) => value > 0 && value <= FARTHEST), 1]);
  const [low, high] = [Math.log(ticks[0] ?? 1), Math.log(ticks.at(-1) ?? 10)];
  const at = (value: number): number => {
    const share = Math.min(1, (Math.log(Math.max(value, ticks[0] ?? 1)) - low) / (high - low));
    return Number((PLOT.left + share * (PLOT.right - PLOT.left)).toFixed(1));
  };
  return { at, ticks };
}

/** The side of the target on which a value is met, as a band behind the row. */
function bandOf({ most, least }: ResultRow, { at }: Scale, y: number): string {
  const target = most ?? least;
  if (target === undefined) return "";
  const [from, to] = most === undefined ? [at(target), PLOT.right] : [PLOT.left, at(target)];
  const height = LINE - 8;
  return `<rect class="allowed" x="${from}" y="${y - height / 2}" width="${(to - from).toFixed(1)}" height="${height}"/><line class="bar" x1="${at(target)}" y1="${y - height / 2}" x2="${at(target)}" y2="${y + height / 2}"/>`;
}

const classOf = ({ met }: ResultRow): string => {
  if (met === undefined) return "free";
  return met ? "met" : "missed";
};

/** Met is a disc, missed a diamond: not by colour alone. */
function markOf(row: ResultRow, { at }: Scale, y: number): string {
  const [x, kind] = [at(row.value), classOf(row)];
  const [low, high] = row.spread.map(at);
  const whisker = `<line class="${kind}" stroke-width="2" stroke-linecap="round" x1="${low}" y1="${y}" x2="${high}" y2="${y}"/>`;
  if (kind !== "missed") return `${whisker}<circle class="${kind}" cx="${x}" cy="${y}" r="4.5"/>`;
  return `${whisker}<path class="missed" d="M${x} ${y - 6}l6 6l-6 6l-6 -6z"/>`;
}

const targetOf = ({ most, least }: ResultRow): string => {
  if (most !== undefined) return `≤ ${amount(most)}x`;
  return least === undefined ? "" : `≥ ${amount(least)}x`;
};

function lineOf(row: ResultRow, scale: Scale, { y, isNamed }: { y: number; isNamed: boolean }): string {
  const floor = isNamed ? "" : `<tspan class="soft" dx="4">/ ${escaped(row.floor)}</tspan>`;
  const figure = row.met === false ? "figure missed" : "figure";
  return [
    bandOf(row, scale, y),
    `<text x="20" y="${y + 4}">${escaped(row.what)}${floor}</text>`,
    markOf(row, scale, y),
    `<text class="${figure} end" x="${WIDTH - 90}" y="${y + 4}">${amount(row.value)}x</text>`,
    `<text class="soft end" x="${WIDTH - 20}" y="${y + 4}">${escaped(targetOf(row))}</text>`,
  ].join("");
}

/** Rows under headings: each large group under its floor, the others together. */
function groupsOf(
  rows: readonly ResultRow[],
): readonly { readonly head: string; readonly rows: readonly ResultRow[] }[] {
  const floors = [...new Set(rows.map(({ floor }) => floor))];
  const of = (floor: string): readonly ResultRow[] => rows.filter((row) => row.floor === floor);
  const large = floors.filter((floor) => of(floor).length >= GROUP);
  const others = rows.filter(({ floor }) => !large.includes(floor));
  return [
    ...large.map((floor) => ({ head: `against ${floor}`, rows: of(floor) })),
    ...(others.length > 0 ? [{ head: "against what each row names", rows: others }] : []),
  ];
}

function gridOf({ at, ticks }: Scale, bottom: number): string {
  const lines = ticks.map(
    (tick) =>
      `<line class="${tick === 1 ? "one" : "grid"}" x1="${at(tick)}" y1="${TOP - 8}" x2="${at(tick)}" y2="${bottom}"/>`,
  );
  const words = ticks.map(
    (tick) => `<text class="soft mid" x="${at(tick)}" y="${TOP - 16}">${tick === 1 ? "1x" : tick}</text>`,
  );
  return [...lines, ...words].join("\n  ");
}

/** The picture. The same run gives the same bytes. */
export function chartOf({ rows, at, machine, commit }: Result): string {
  const ratios = rows.filter(({ unit }) => unit === "x");
  const scale = scaleOf(ratios);
  const drawn: string[] = [];
  let y = TOP;
  for (const group of groupsOf(ratios)) {
    drawn.push(`<text class="head" x="20" y="${y + HEAD - 14}">${escaped(group.head)}</text>`);
    y += HEAD;
    for (const row of group.rows) {
      drawn.push(lineOf(row, scale, { y: y + LINE / 2 - 4, isNamed: !group.head.includes("each row") }));
      y += LINE;
    }
  }
  const bottom = y + 4;
  const legend =
    "Dots: median of the passes; lines: lowest to highest pass; shaded: what the target allows; at the edge: beyond.";
  const { cores, node, loadBefore, loadAfter } = machine;
  const run = `${at.slice(0, 10)}, ${commit}, ${cores} cores, Node ${node.replace("v", "")}, load ${loadBefore} before and ${loadAfter} after.`;
  return svgOf({
    width: WIDTH,
    height: bottom + 52,
    title: "What it costs, as a ratio within one run",
    parts: [
      `<text class="soft" x="20" y="${TOP - 16}">1x: what it is measured against</text>`,
      `<text class="soft end" x="${WIDTH - 90}" y="${TOP - 16}">median</text>`,
      `<text class="soft end" x="${WIDTH - 20}" y="${TOP - 16}">target</text>`,
      gridOf(scale, bottom),
      ...drawn,
      `<text class="soft" x="20" y="${bottom + 20}">${escaped(legend)}</text>`,
      `<text class="soft" x="20" y="${bottom + 38}">${escaped(run)}</text>`,
    ],
  });
}
