import { expect, test } from "vitest";
import { chartOf, logTicks } from "../../../bench/report/chart.ts";
import { type Result, rowsOf } from "../../../bench/report/result.ts";

const machine = { cores: 2, node: "v20.1.0", kernel: "6", loadBefore: 0, loadAfter: 0 };
const result: Result = {
  at: "2026-11-16T00:00:00Z",
  commit: "abc",
  machine,
  rows: rowsOf([
    { row: "link", value: 0.2 },
    { row: "tool", value: 0.5 },
    { row: "first-answer", value: 7 },
    { row: "http-echo", value: 1.2 },
    { row: "mcp-memory", value: 70 },
  ]),
  failed: {},
};

test("ticks are 1, 2 and 5 of each power of ten, just around the values", () => {
  expect(logTicks([0.13, 4.2])).toEqual([0.1, 0.2, 0.5, 1, 2, 5]);
  expect(logTicks([0.2, 1])).toEqual([0.2, 0.5, 1]);
  expect(logTicks([1, 30])).toEqual([1, 2, 5, 10, 20, 50]);
});

test("the chart has every ratio, and nothing that is none", () => {
  const svg = chartOf(result);
  for (const { what, unit } of result.rows) expect(svg.includes(`>${what}<`)).toBe(unit === "x");
});

test("met and missed differ by shape and not by colour alone", () => {
  const svg = chartOf(result);
  expect(svg.match(/<circle class="met"/g)).toHaveLength(2);
  expect(svg.match(/<path class="missed"/g)).toHaveLength(1);
  expect(svg.match(/<circle class="free"/g)).toHaveLength(1);
});

test("a row outside of a large group names its floor", () => {
  expect(chartOf(result)).toContain('echo over HTTP<tspan class="soft" dx="4">/ the same over stdio</tspan>');
});

test("every mark lies within the plot", () => {
  const xs = [...chartOf(result).matchAll(/ c?x="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...xs)).toBeLessThanOrEqual(980);
});

test("the same run gives the same bytes", () => {
  expect(chartOf(structuredClone(result))).toBe(chartOf(result));
});

test("a row that is far beyond the others stands at the edge, and does not press them together", () => {
  const far = { ...result, rows: [...result.rows, ...rowsOf([{ row: "repositories-start", value: 1126 }])] };
  const edgeOf = (svg: string): string[] => [...svg.matchAll(/class="soft mid" x="([\d.]+)"/g)].map(([, x = ""]) => x);
  expect(edgeOf(chartOf(far)).at(-1)).toBe(edgeOf(chartOf(result)).at(-1));
  expect(chartOf(far)).toContain(`<path class="missed" d="M${edgeOf(chartOf(far)).at(-1)} `);
  expect(chartOf(far)).toContain(">1126x<");
});
