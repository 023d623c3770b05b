/**
 * npm run bench [-- NAME…] [--passes N] [--json] [--compare] [--save] [--other DIR] [--peers [--beside DIR]]
 * npm run bench -- growth [NAME…] [--passes N] [--json] [--save]
 *
 * Every benchmark runs once a pass, in a process of its own; its ratios are to a floor that it measures itself, in the
 * same rounds. `--json` prints the rows as data instead of a table. `--compare` sets them beside bench/baseline.json and
 * ends with 1 where a row is worse. `--save` makes this run the baseline, and draws docs/bench.svg from it. `--other DIR`
 * measures another build (DIR/dist) in the same rounds. `--peers` sets an echo beside what others
 * run one with, as far as it is installed in this checkout or in the node_modules of DIR. `growth` shows how times grow
 * with sizes; \`--save\` keeps that as docs/growth.md.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BENCHES } from "./benches.ts";
import { endWithChildren, sendResult } from "./child.ts";
import { flagsOf } from "./flags.ts";
import { growthPage, growthTable } from "./growth/growth-table.ts";
import { GROWTHS } from "./growth/growths.ts";
import { runGrowths } from "./growth/run-growths.ts";
import { root } from "./measure.ts";
import { runPasses, runPeers } from "./passes.ts";
import { measurePeers } from "./peers/measure-peers.ts";
import { peerTable } from "./peers/peer-table.ts";
import { chartOf } from "./report/chart.ts";
import { compareRows, comparisonOf, LEAST_PASSES } from "./report/compare.ts";
import type { Result } from "./report/result.ts";
import { tableOf } from "./report/table.ts";

const BASELINE = join(root, "bench", "baseline.json");
const CHART = join(root, "docs", "bench.svg");
const GROWTH_PAGE = join(root, "docs", "growth.md");

const USAGE = `npm run bench [-- NAME…] [--passes N] [--json] [--compare] [--save] [--other DIR] [--peers [--beside DIR]]
npm run bench -- growth [NAME…] [--passes N] [--json] [--save]
there are ${Object.keys(BENCHES).join(", ")}`;

const config = {
  allowPositionals: true,
  options: {
    once: { type: "string" },
    passes: { type: "string" },
    json: { type: "boolean", default: false },
    compare: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    other: { type: "string" },
    peers: { type: "boolean", default: false },
    beside: { type: "string", default: root },
  },
} as const;
const { values: options, positionals } = flagsOf(config, USAGE);

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

/** Prints what changed since the baseline. Returns whether a row is worse. */
function compare(result: Result, isWhole: boolean): boolean {
  const baseline: Result = JSON.parse(readFileSync(BASELINE, "utf8"));
  const measured = new Set(result.rows.map(({ name }) => name));
  // Of a run of a few benchmarks the other rows are not gone.
  const before = isWhole ? baseline : { ...baseline, rows: baseline.rows.filter(({ name }) => measured.has(name)) };
  process.stderr.write(`\n${comparisonOf(before, result)}\n`);
  return compareRows(before.rows, result.rows).some(({ change }) => change === "worse");
}

/** Ends with 1 when a benchmark failed or a row is worse than before. A missed target is a figure, not a failure. */
async function bench(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0)
    return refuse(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  if (options.save && names.length > 0) return refuse("--save keeps a run of all benchmarks; name none");
  if (options.compare && !existsSync(BASELINE))
    return refuse("there is no bench/baseline.json to compare with; --save makes one");
  const passes = Number(options.passes ?? 5);
  if (options.save && passes < LEAST_PASSES)
    return refuse(`--save keeps at least ${LEAST_PASSES} passes: fewer do not tell the noise`);
  const result = await runPasses(names.length > 0 ? names : Object.keys(BENCHES), passes);
  const peers = options.peers ? await runPeers(resolve(options.beside), passes) : undefined;
  if (options.json) console.log(JSON.stringify({ ...result, ...(peers === undefined ? {} : { peers }) }, undefined, 2));
  else console.log([tableOf(result), ...(peers === undefined ? [] : [peerTable(peers)])].join("\n\n"));
  const isWorse = options.compare && compare(result, names.length === 0);
  if (options.save) {
    writeFileSync(BASELINE, `${JSON.stringify(result, undefined, 2)}\n`);
    writeFileSync(CHART, chartOf(result));
  }
  const failed = [...Object.keys(result.failed), ...Object.keys(peers?.failed ?? {})];
  return failed.length > 0 || isWorse ? 1 : 0;
}

async function growth(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(GROWTHS, name));
  if (unknown.length > 0)
    return refuse(`no growth ${unknown.join(", ")}; there are ${Object.keys(GROWTHS).join(", ")}`);
  if (options.save && names.length > 0) return refuse("--save keeps a run of all growths; name none");
  const result = await runGrowths(names.length > 0 ? names : Object.keys(GROWTHS), Number(options.passes ?? 2));
  console.log(options.json ? JSON.stringify(result, undefined, 2) : growthTable(result));
  if (options.save) writeFileSync(GROWTH_PAGE, growthPage(result));
  return Object.keys(result.failed).length > 0 ? 1 : 0;
}

/** In a child: one piece of work, as `inChild` was given it. */
async function once(work: string): Promise<unknown> {
  const [kind, name = "", size] = work.split(" ");
  if (kind === "peers") return measurePeers(work.slice("peers ".length));
  return kind === "growth" ? GROWTHS[name]?.measure(Number(size)) : BENCHES[name]?.();
}

async function main(): Promise<number> {
  const work = options.once;
  if (work !== undefined) return sendResult(() => once(work));
  if (!/^[1-9]\d*$/.test(options.passes ?? "1")) return refuse("--passes takes a whole number from 1 on");
  if (options.other !== undefined) process.env["NACRE_BENCH_OTHER"] = resolve(options.other);
  endWithChildren();
  const [first, ...names] = positionals;
  return first === "growth" ? growth(names) : bench(positionals);
}

process.exitCode = await main();
