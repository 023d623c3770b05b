import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { createToolkit, type Toolkit } from "../../src/index.ts";
import { tempDir } from "../support/temp-dir.ts";
import { waitUntil } from "../support/wait-until.ts";
import { startCluster } from "./cluster.ts";
import { done, lacking, suiteDir } from "./system.ts";

const lack =
  process.env["SCALE"] === undefined
    ? "npm run bench:machines"
    : lacking({ slurmctld: "slurmctld", slurmd: "slurmd", srun: "slurm-client", munged: "munge" });

const MiB = 1024 * 1024;
const ECHOES = 20;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const availableBytes = (): number =>
  Number(/MemAvailable:\s+(\d+)/.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024;

function heldBytes(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The launchers, as the kernel counts them: how many processes, and the memory that is theirs alone or shared in parts. */
function launchers(): { readonly count: number; readonly bytes: number } {
  const bytes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() !== "srun") return [];
        return [Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) * 1024];
      } catch {
        return []; // it ended meanwhile
      }
    });
  return { count: bytes.length, bytes: bytes.reduce((sum, one) => sum + one, 0) };
}

const descriptors = (): number => readdirSync("/proc/self/fd").length;

/** Processor time of this process since then, for each of so many commands. */
const spentSince = (before: NodeJS.CpuUsage, commands: number): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / commands;
};

type Row = {
  readonly workers: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly echoMs: number;
  readonly localMs: number;
  readonly perSecond: number;
  readonly gatewayBytes: number;
  readonly machineBytes: number;
  readonly descriptors: number;
  readonly launchers: number;
  readonly launcherBytes: number;
  /** Of the gateway's one thread, for each command. */
  readonly busyMs: number;
};

const echo = async (kit: Toolkit, scope: string): Promise<number> => {
  const begun = performance.now();
  const { output } = await kit.call("Bash", { command: "echo $A" }, { scope });
  expect(output).toBe("\n");
  return performance.now() - begun;
};

/** Starts so many clients at once, and measures what each waits for and costs. */
async function measure(workers: number, dir: string): Promise<Row> {
  const options = { loginShell: false, stateDir: tempDir(), workingDir: dir, journal: "off" as const };
  const local = createToolkit(options);
  const cluster = { kind: "slurm", node: process.execPath, startMs: 600_000 } as const;
  const kit = createToolkit({ ...options, machine: "cluster", machines: { cluster }, maxWorkers: workers });
  try {
    await echo(local, "local");
    const [held, available, open] = [heldBytes(), availableBytes(), descriptors()];
    const scopes = Array.from({ length: workers }, (_, index) => `c${index}`);
    const starts = await Promise.all(scopes.map((scope) => echo(kit, scope)));
    const [gatewayBytes, machineBytes] = [(heldBytes() - held) / workers, (available - availableBytes()) / workers];
    const { count, bytes } = launchers();
    const each = { descriptors: (descriptors() - open) / workers, launchers: count / workers };
    const [echoes, locals]: [number[], number[]] = [[], []];
    for (let n = 0; n < ECHOES; n++) {
      echoes.push(await echo(kit, scopes[n % workers] ?? ""));
      locals.push(await echo(local, "local"));
    }
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    await Promise.all(
      scopes.map(async (scope) => {
        for (let n = 0; n < 5; n++) await echo(kit, scope);
      }),
    );
    const perSecond = (workers * 5 * 1000) / (performance.now() - begun);
    const busyMs = spentSince(cpu, workers * 5);
    const [firstMs, lastMs] = [median(starts), Math.max(...starts)];
    return {
      workers,
      firstMs,
      lastMs,
      echoMs: median(echoes),
      localMs: median(locals),
      perSecond,
      gatewayBytes,
      machineBytes,
      ...each,
      launcherBytes: bytes / workers,
      busyMs,
    };
  } finally {
    await kit.dispose();
    await local.dispose();
  }
}

const rowOf = (row: Row): string =>
  `| ${[
    row.workers,
    `${(row.firstMs / 1000).toFixed(1)} s`,
    `${(row.lastMs / 1000).toFixed(1)} s`,
    `${row.echoMs.toFixed(1)} ms`,
    (row.echoMs / row.localMs).toFixed(2),
    row.perSecond.toFixed(0),
    `${(row.gatewayBytes / MiB).toFixed(2)} MiB`,
    `${(row.machineBytes / MiB).toFixed(0)} MiB`,
    row.descriptors.toFixed(1),
    `${row.launchers.toFixed(1)}, ${(row.launcherBytes / MiB).toFixed(1)} MiB`,
    `${row.busyMs.toFixed(1)} ms`,
  ].join(" | ")} |`;

const HEAD = [
  "| workers | first answer, median | slowest | echo, median | against a local session | commands a second, all at once | memory in the gateway, each | memory of the machine, each | descriptors in the gateway, each | processes of launchers, each | gateway's processor time for a command |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
];

describe.skipIf(lack !== undefined)(`many jobs of Slurm${lack === undefined ? "" : ` (${lack})`}`, () => {
  const dir = suiteDir("scale");
  const conf = join(dir, "slurm.conf");

  beforeAll(async () => {
    await startCluster(dir, conf);
    process.env["SLURM_CONF"] = conf;
  });

  test("1, 10, 50 workers, and as many as fit into half of the memory", async () => {
    const rows: Row[] = [];
    const take = async (workers: number): Promise<Row> => {
      const row = await measure(workers, dir);
      rows.push(row);
      console.log(rowOf(row));
      await waitUntil("every job to be over", () => done("squeue", ["-h", "-o", "%i"]).trim() === "", 120_000);
      return row;
    };
    await take(1);
    await take(10);
    const { machineBytes } = await take(50);
    const fitting = Math.min(240, Math.floor(Math.min(totalmem() / 2, availableBytes() * 0.8) / machineBytes));
    await take(fitting);
    for (const { gatewayBytes } of rows.slice(1)) expect(gatewayBytes).toBeLessThan(2 * MiB);
    const about = `${cpus().length} cores, ${Math.round(totalmem() / 1024 / MiB)} GiB, shared with other work (load ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]} at the end)`;
    if (process.env["WRITE_TABLE"] === undefined) return;
    const page = readFileSync("docs/scale.md", "utf8");
    const table = ["<!-- measured -->", `Measured on ${about}:`, "", ...HEAD, ...rows.map(rowOf), "<!-- end -->"].join(
      "\n",
    );
    writeFileSync("docs/scale.md", page.replace(/<!-- measured -->[^]*<!-- end -->/, table));
  }, 900_000);
});
