import { expect, test } from "vitest";
import { soakPlot } from "../../../bench/soak/soak-plot.ts";
import {
  FIGURE_NAMES,
  FIGURES,
  type Figure,
  faultsOf,
  type SoakResult,
  type SoakSample,
  soakReport,
  trendsOf,
} from "../../../bench/soak/soak-report.ts";

const STILL = { memory: 100, heap: 15, descriptors: 60, files: 200, processes: 20, shells: 9, latency: 2 };
/** Ten minutes, of which one figure may grow by a tenth every minute. */
const samplesOf = (growing?: Figure): readonly SoakSample[] =>
  Array.from({ length: 121 }, (_, index) => {
    const minute = index / 12;
    return { minute, ...STILL, ...(growing === undefined ? {} : { [growing]: STILL[growing] * (1 + minute / 10) }) };
  });
const resultOf = (samples: readonly SoakSample[], over: Partial<SoakResult> = {}): SoakResult => ({
  at: "2026-11-16T00:00:00Z",
  commit: "abc",
  machine: { cores: 2, node: "v20", kernel: "6", loadBefore: 0, loadAfter: 0 },
  minutes: 10,
  sessions: 20,
  sandbox: "workspace",
  warmUp: 2,
  steps: { echo: 1000, kill: 20 },
  problems: [],
  samples,
  trends: trendsOf(samples, 2),
  left: { processes: 0, files: 0 },
  ...over,
});

test("a soak in which nothing rises is passed", () => {
  expect(faultsOf(resultOf(samplesOf()))).toEqual([]);
  expect(soakReport(resultOf(samplesOf()))).toMatch(/1020 steps.*\n[^✗]*\npassed$/s);
});

test.each(FIGURE_NAMES)("a soak in which %s rises is not passed, and says by how much", (figure) => {
  const result = resultOf(samplesOf(figure));
  expect(faultsOf(result)).toEqual([expect.stringMatching(`^${FIGURES[figure].what} rises: \\+.* a minute$`)]);
  expect(soakReport(result)).toContain(`✗ ${FIGURES[figure].what}`);
});

test("what rises only in the beginning does not count", () => {
  const samples = samplesOf().map((sample) => ({ ...sample, heap: Math.min(15, 10 + 5 * sample.minute) }));
  expect(faultsOf(resultOf(samples))).toEqual([]);
});

test("a wrong answer, a process or a file that is left is a fault", () => {
  expect(faultsOf(resultOf(samplesOf(), { problems: ["echo: lost"] }))).toEqual(["1 answers were wrong"]);
  expect(faultsOf(resultOf(samplesOf(), { left: { processes: 1, files: 0 } }))).toEqual(["1 processes were left"]);
  expect(faultsOf(resultOf(samplesOf(), { left: { processes: 0, files: 3 } }))).toEqual([
    "3 files were left in the state directories",
  ]);
});

test("a soak that is too short is not passed", () => {
  const few = samplesOf().slice(0, 30);
  expect(faultsOf(resultOf(few))).toEqual([expect.stringContaining("too short to say whether these rise: memory,")]);
});

test("samples in which no echo ended have no latency, and are left out of its trend", () => {
  const samples = samplesOf().map((sample, index) => (index % 3 === 0 ? { ...sample, latency: Number.NaN } : sample));
  expect(trendsOf(samples, 2).latency.course).toBe("level");
});

test("the plot has a panel for every figure, and says what rises", () => {
  const svg = soakPlot(resultOf(samplesOf("files")));
  for (const figure of FIGURE_NAMES) expect(svg).toContain(`>${FIGURES[figure].what}<`);
  expect(svg).toContain("not passed");
  expect(svg.match(/>rising, /g)).toHaveLength(1);
  expect(svg.match(/<polyline /g)).toHaveLength(FIGURE_NAMES.length);
  expect(svg).not.toContain("NaN");
});
