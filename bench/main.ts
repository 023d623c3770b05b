/**
 * npm run bench [-- NAME…] [--passes N] [--json] [--other DIR]
 *
 * Every benchmark runs once a pass, each in a process of its own, in another order each pass. Its ratios are to a floor
 * that it measures itself, in the same rounds. A row is the median of its passes.
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { availableParallelism, loadavg, release } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BENCHES } from "./benches.ts";
import { root, type Sample, shuffled } from "./measure.ts";
import { type Result, rowsOf } from "./report/result.ts";
import { tableOf } from "./report/table.ts";

const PASSES = 5;
/** The slowest benchmark takes minutes on a loaded machine; one that hangs must not hang the run. */
const PASS_LIMIT_MS = 15 * 60_000;

type Pass = { readonly samples: readonly Sample[] } | { readonly failed: string };

/** The child: one benchmark, once. */
async function measureOnce(name: string): Promise<void> {
  const send = (pass: Pass): void => void process.send?.(pass);
  try {
    send({ samples: (await BENCHES[name]?.()) ?? [] });
  } catch (error) {
    send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  process.disconnect();
}

const children = new Set<ChildProcess>();

function pass(name: string): Promise<Pass> {
  return new Promise((done) => {
    const child = fork(process.argv[1] ?? "", ["--once", name], { execArgv: process.execArgv });
    children.add(child);
    const limit = setTimeout(() => {
      done({ failed: `no end within ${PASS_LIMIT_MS / 60_000} minutes` });
      child.kill("SIGKILL");
    }, PASS_LIMIT_MS);
    child.once("message", (message: Pass) => done(message));
    child.once("exit", (code, signal) => {
      clearTimeout(limit);
      children.delete(child);
      done({ failed: `its process ended with ${signal ?? code}` });
    });
  });
}

const load = (): number => Number((loadavg()[0] ?? 0).toFixed(1));

async function measure(names: readonly string[], passes: number): Promise<Result> {
  const loadBefore = load();
  const samples: Sample[] = [];
  const failed: Record<string, string> = {};
  for (let round = 1; round <= passes; round++) {
    for (const name of shuffled(names)) {
      process.stderr.write(`\x1b[2K\rpass ${round} of ${passes}: ${name}`);
      const got = await pass(name);
      if ("failed" in got) failed[name] = got.failed;
      else samples.push(...got.samples);
    }
  }
  process.stderr.write("\x1b[2K\r");
  const commit = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
  const machine = { cores: availableParallelism(), node: process.version, kernel: release(), loadBefore };
  return {
    at: new Date().toISOString(),
    commit,
    machine: { ...machine, loadAfter: load() },
    rows: rowsOf(samples),
    failed,
  };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      once: { type: "string" },
      passes: { type: "string", default: String(PASSES) },
      json: { type: "boolean", default: false },
      other: { type: "string" },
    },
  });
  if (values.once !== undefined) {
    await measureOnce(values.once);
    return 0;
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    process.stderr.write(`no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}\n`);
    return 2;
  }
  if (values.other !== undefined) process.env["NACRE_BENCH_OTHER"] = resolve(values.other);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
      process.exit(130);
    });
  }
  const result = await measure(positionals.length > 0 ? positionals : Object.keys(BENCHES), Number(values.passes));
  console.log(values.json ? JSON.stringify(result, undefined, 2) : tableOf(result));
  return Object.keys(result.failed).length > 0 ? 1 : 0;
}

process.exitCode = await main();
