import { expect, test } from "vitest";
import type { Growth } from "../../../bench/growth/growth.ts";
import { type GrowthSample, growthPage, growthRows, growthTable } from "../../../bench/growth/growth-table.ts";

const growth: Growth = {
  unit: "shells",
  sizes: [10, 100, 1000],
  things: { list: "all", echo: "one" },
  measure: async () => ({}),
};
const sample = (size: number, ms: Readonly<Record<string, number>>): GrowthSample => ({ name: "shells", size, ms });
const SAMPLES = [
  sample(1000, { list: 4000, echo: 2 }),
  sample(10, { list: 20, echo: 2 }),
  sample(100, { list: 200, echo: 2 }),
  sample(10, { list: 10, echo: 5 }),
];

const RESULT = {
  at: "",
  commit: "",
  machine: { cores: 2, node: "v20", kernel: "6", loadBefore: 1, loadAfter: 2 },
  rows: growthRows("shells", growth, SAMPLES),
  failed: { "shells 5000": "no room" },
};

test("a row has the fastest pass of each size, in the order of sizes", () => {
  const [list, echo] = growthRows("shells", growth, SAMPLES);
  expect(list).toMatchObject({ thing: "list", sizes: [10, 100, 1000], ms: [10, 200, 4000], shape: "worse" });
  expect(echo).toMatchObject({ thing: "echo", ms: [2, 2, 2], shape: "flat" });
});

test("two sizes do not say how a thing grows", () => {
  expect(growthRows("shells", growth, SAMPLES.slice(1))).toEqual([]);
});

test("the table shows what an act on each costs for each, and counts the shapes", () => {
  const table = growthTable(RESULT);
  expect(table).toMatch(/^ {2}shells +10 +100 +1,000 +shape/);
  expect(table).toMatch(/\n✗ list, each +1\.00 ms +2\.00 ms +4\.00 ms +worse +1\.30, at the end 1\.30\n/);
  expect(table).toMatch(/\n {2}echo +2\.00 ms +2\.00 ms +2\.00 ms +flat +0\.00, at the end 0\.00\n/);
  expect(table).toMatch(/\n1 flat, 0 linear, 1 worse than linear; .*\n✗ shells 5000 failed: no room$/);
});

test("the page has the table, and where it was measured", () => {
  expect(growthPage(RESULT)).toContain(`\`\`\`\n${growthTable(RESULT)}\n\`\`\`\n\nNode v20, Linux 6, 2 cores.`);
});
