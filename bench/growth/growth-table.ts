/** Growth tables as data, for a terminal and as a page. */
import { amount } from "../measure.ts";
import type { Run } from "../report/result.ts";
import { exponentOf, type Kind, lastExponentOf, type Shape, shapeOf } from "./fit.ts";
import type { Growth } from "./growth.ts";

/** What was measured at one size in one pass. */
export type GrowthSample = {
  readonly name: string;
  readonly size: number;
  readonly ms: Readonly<Record<string, number>>;
};

export type GrowthRow = {
  readonly name: string;
  readonly unit: string;
  readonly thing: string;
  readonly kind: Kind;
  readonly sizes: readonly number[];
  /** At each size, of the fastest pass: other load only ever adds. */
  readonly ms: readonly number[];
  readonly exponent: number;
  /** Between the two largest sizes. */
  readonly lastExponent: number;
  readonly shape: Shape;
};

export type GrowthResult = Run & {
  readonly rows: readonly GrowthRow[];
  readonly failed: Readonly<Record<string, string>>;
};

/** The clock is not to be trusted below this. */
const LEAST_MS = 0.001;

/** The rows of one growth. A thing with fewer than three sizes says nothing about how it grows, and is left out. */
export function growthRows(name: string, { unit, things }: Growth, samples: readonly GrowthSample[]): GrowthRow[] {
  return Object.entries(things).flatMap(([thing, kind]) => {
    const measured = samples.filter((sample) => sample.name === name && sample.ms[thing] !== undefined);
    const sizes = [...new Set(measured.map(({ size }) => size))].toSorted((a, b) => a - b);
    if (sizes.length < 3) return [];
    const points = sizes.map((size) => ({
      size,
      ms: Math.max(LEAST_MS, Math.min(...measured.filter((one) => one.size === size).map(({ ms }) => ms[thing] ?? 0))),
    }));
    return [
      {
        name,
        unit,
        thing,
        kind,
        sizes,
        ms: points.map(({ ms }) => ms),
        exponent: exponentOf(points),
        lastExponent: lastExponentOf(points),
        shape: shapeOf(points, kind),
      },
    ];
  });
}

const MARKS: Readonly<Record<Shape, string>> = { flat: " ", linear: "/", worse: "✗" };

/** Small times in microseconds: a figure of a table has at most four digits. */
const short = (ms: number): string => (ms < 0.1 ? `${amount(ms * 1000)} µs` : `${amount(ms)} ms`);

function lineOf({ thing, kind, sizes, ms, exponent, lastExponent, shape }: GrowthRow): string {
  const times = ms.map((value, index) => short(kind === "all" ? value / (sizes[index] ?? 1) : value).padStart(10));
  const what = kind === "all" ? `${thing}, each` : thing;
  return `${MARKS[shape]} ${what.padEnd(44)}${times.join("")}   ${shape.padEnd(7)} ${exponent.toFixed(2)}, at the end ${lastExponent.toFixed(2)}`;
}

export function growthTable({ rows, failed, machine }: GrowthResult): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  const count = (shape: Shape): number => rows.filter((row) => row.shape === shape).length;
  return [
    ...names.flatMap((name) => {
      const own = rows.filter((row) => row.name === name);
      const head = (own[0]?.sizes ?? []).map((size) => size.toLocaleString("en").padStart(10)).join("");
      return [`  ${(own[0]?.unit ?? name).padEnd(44)}${head}   shape   exponent`, ...own.map(lineOf), ""];
    }),
    `${count("flat")} flat, ${count("linear")} linear, ${count("worse")} worse than linear; load ${machine.loadBefore} before, ${machine.loadAfter} after`,
    ...Object.entries(failed).map(([name, why]) => `✗ ${name} failed: ${why}`),
  ].join("\n");
}

/** The page docs/growth.md. */
export const growthPage = (result: GrowthResult): string => `# How nacre grows

How long things take as there is more of something: each column is a size, each row an act (\`each\`: one on every piece, the time of one of them), the fastest of its passes. An exponent of 0 is a time that does not grow, 1 one that grows as the size does. \`npm run bench -- growth --save\` measures it and writes this page.

\`\`\`
${growthTable(result)}
\`\`\`

Node ${result.machine.node}, Linux ${result.machine.kernel}, ${result.machine.cores} cores.
`;
