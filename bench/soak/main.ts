/**
 * npm run soak -- --minutes N [--sessions N] [--every SECONDS] [--forget SECONDS] [--sandbox none] [--json FILE] [--svg FILE] [--leak KIND]
 *
 * Sessions of one host, half of them sandboxed, work at what has a known result, while a process beside it looks at the
 * host's memory, descriptors, files, processes and answers. Ends with 1 when an answer was wrong, a figure rises or
 * something is left; a signal ends it early, with what there is by then. Ended shells are forgotten after `--forget` seconds instead of an hour. `--leak` makes the host lose descriptors or memory, to see that it is found. No network is used.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pidsInEnvironment } from "../../test/support/is-alive.ts";
import { flagsOf } from "../flags.ts";
import { quantile } from "../measure.ts";
import { aRun, progress } from "../passes.ts";
import { LEAKS, type Leak, type LoadOptions, markOf, runLoad, type Told } from "./load.ts";
import { descendantsOf, descriptorsOf, filesBelow, residentMiB } from "./look.ts";
import { soakPlot } from "./soak-plot.ts";
import { faultsOf, type SoakResult, type SoakSample, soakReport, trendsOf } from "./soak-report.ts";

/** The beginning counts for no slope: a third but no more than this many minutes, and until shells were forgotten twice. */
const LONGEST_WARM_UP = 5;
/** Every step is bounded, a timeout's grace included; a host that does not end by then hangs. */
const ENDING_MS = 120_000;

const USAGE =
  "npm run soak [-- --minutes N] [--sessions N] [--every SECONDS] [--sandbox none|workspace] [--json FILE] [--svg FILE]";

const config = {
  options: {
    minutes: { type: "string", default: "30" },
    sessions: { type: "string", default: "20" },
    every: { type: "string", default: "5" },
    forget: { type: "string", default: "20" },
    sandbox: { type: "string", default: "workspace" },
    json: { type: "string" },
    svg: { type: "string" },
    leak: { type: "string" },
    host: { type: "string" },
  },
} as const;
const { values: options } = flagsOf(config, USAGE);

/** The child: the host and its load. It ends when its parent says so, or is gone. */
async function host(load: LoadOptions): Promise<void> {
  let isEnding = false;
  process.once("message", () => {
    isEnding = true;
  });
  process.once("disconnect", () => {
    isEnding = true;
  });
  // Of the terminal; the parent hears it too, and says when to end.
  process.on("SIGINT", () => undefined);
  await runLoad(
    load,
    (told) => void process.send?.(told),
    () => isEnding,
  );
  if (process.connected) process.disconnect();
}

/** Ends the host and waits for it. A host that hangs is killed, and that is a fault. */
async function end(child: ChildProcess, problems: string[]): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.connected) child.send("end");
  const limit = setTimeout(() => {
    problems.push(`the host did not end within ${ENDING_MS / 1000} s`);
    child.kill("SIGKILL");
  }, ENDING_MS);
  await ended;
  clearTimeout(limit);
}

type Soaked = Omit<SoakResult, "at" | "commit" | "machine">;

async function soak(minutes: number, load: LoadOptions): Promise<Soaked> {
  const child = fork(process.argv[1] ?? "", ["--host", JSON.stringify(load)], { execArgv: process.execArgv });
  const pid = child.pid ?? 0;
  const steps: Record<string, number> = {};
  const problems: string[] = [];
  const samples: SoakSample[] = [];
  const begun = performance.now();
  child.on("message", (told: Told) => {
    for (const [name, count] of Object.entries(told.steps)) steps[name] = (steps[name] ?? 0) + count;
    problems.push(...told.problems);
    if (told.isDisposed) return;
    const minute = (performance.now() - begun) / 60_000;
    samples.push({
      minute,
      memory: residentMiB(pid),
      heap: told.heap,
      descriptors: descriptorsOf(pid),
      files: filesBelow(load.directory),
      processes: descendantsOf(pid).length,
      shells: told.shells,
      latency: quantile(told.echoMs, 0.5),
    });
    progress(
      `${minute.toFixed(1)} of ${minutes} minutes, ${told.shells} shells known, ${problems.length} wrong answers`,
    );
  });
  await Promise.race([
    new Promise((resolve) => setTimeout(resolve, minutes * 60_000)),
    new Promise((resolve) => child.once("exit", resolve)),
    ...["SIGINT", "SIGTERM"].map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  ]);
  if (child.exitCode !== null || child.signalCode !== null) problems.push("the host ended by itself");
  await end(child, problems);
  progress("");
  const warmUp = Math.max(Math.min(LONGEST_WARM_UP, minutes / 3), (2 * load.forget) / 60);
  return {
    minutes,
    sessions: load.sessions,
    sandbox: load.sandbox,
    warmUp,
    steps,
    problems,
    samples,
    trends: trendsOf(samples, warmUp),
    left: { processes: pidsInEnvironment(markOf(load.directory)).length, files: filesBelow(load.directory) },
  };
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

const isLeak = (text: string): text is Leak => LEAKS.some((leak) => leak === text);
const isPositive = (text: string): boolean => Number(text) > 0 && Number.isFinite(Number(text));

async function main(): Promise<number> {
  if (options.host !== undefined) {
    await host(JSON.parse(options.host));
    return 0;
  }
  const { leak, sandbox } = options;
  if (sandbox !== "workspace" && sandbox !== "none") return refuse("--sandbox takes workspace or none");
  if (leak !== undefined && !isLeak(leak)) return refuse(`--leak takes ${LEAKS.join(" or ")}`);
  if (!isPositive(options.minutes)) return refuse("--minutes takes a number above 0");
  if (!isPositive(options.every)) return refuse("--every takes a number of seconds above 0");
  if (!isPositive(options.forget)) return refuse("--forget takes a number of seconds above 0");
  if (!/^[1-9]\d?$/.test(options.sessions)) return refuse("--sessions takes a whole number from 1 to 99");
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "nacre-soak-")));
  const load: LoadOptions = {
    directory,
    sessions: Number(options.sessions),
    every: Number(options.every),
    forget: Number(options.forget),
    sandbox,
    leak,
  };
  try {
    const result = await aRun(() => soak(Number(options.minutes), load));
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, undefined, 2)}\n`);
    if (options.svg !== undefined) writeFileSync(options.svg, soakPlot(result));
    console.log(soakReport(result));
    return faultsOf(result).length > 0 ? 1 : 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main();
