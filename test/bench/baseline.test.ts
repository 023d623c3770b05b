import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chartOf } from "../../bench/report/chart.ts";
import type { Result } from "../../bench/report/result.ts";
import { ROWS } from "../../bench/targets.ts";

const baseline: Result = JSON.parse(readFileSync("bench/baseline.json", "utf8"));

test("the chart that the README shows is drawn from the baseline", () => {
  expect(readFileSync("docs/bench.svg", "utf8")).toBe(chartOf(baseline));
  expect(readFileSync("README.md", "utf8")).toContain("](docs/bench.svg)");
});

test("every row of the baseline is one that can still be measured", () => {
  expect(baseline.rows.length).toBeGreaterThan(20);
  for (const { name } of baseline.rows) expect(Object.keys(ROWS)).toContain(name);
});
