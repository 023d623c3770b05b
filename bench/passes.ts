/** Every benchmark once a pass, in another order each pass. */
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg, release } from "node:os";
import { inChild } from "./child.ts";
import { root, type Sample, shuffled } from "./measure.ts";
import { type PeerSample, type PeersPass, peersIn } from "./peers/measure-peers.ts";
import { type PeersResult, peerRows } from "./peers/peer-table.ts";
import { type Result, type Run, rowsOf } from "./report/result.ts";

/** Where and when something is measured, and the work in between. The commit is the one at the beginning. */
export async function aRun<T>(work: () => Promise<T>): Promise<Run & T> {
  const load = (): number => Number((loadavg()[0] ?? 0).toFixed(1));
  const commit = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
  const [at, loadBefore] = [new Date().toISOString(), load()];
  const done = await work();
  const machine = { cores: availableParallelism(), node: process.version, kernel: release() };
  return { at, commit, machine: { ...machine, loadBefore, loadAfter: load() }, ...done };
}

/** Says on stderr what is being done; the next word takes its place. */
export function progress(word: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\x1b[2K\r${word}`);
  else if (word !== "") process.stderr.write(`${word}\n`);
}

export function runPasses(names: readonly string[], passes: number): Promise<Result> {
  return aRun(async () => {
    const samples: Sample[] = [];
    const failed: Record<string, string> = {};
    for (let round = 1; round <= passes; round++) {
      for (const name of shuffled(names)) {
        progress(`pass ${round} of ${passes}: ${name}`);
        const done = await inChild<readonly Sample[]>(`bench ${name}`);
        if ("failed" in done) failed[name] = done.failed;
        else samples.push(...done.value);
      }
    }
    progress("");
    return { rows: rowsOf(samples), failed };
  });
}

/** The peers that are there, in the same number of passes. */
export async function runPeers(beside: string, passes: number): Promise<PeersResult> {
  const samples: PeerSample[] = [];
  const failed: Record<string, string> = {};
  for (let round = 1; round <= passes; round++) {
    progress(`pass ${round} of ${passes}: peers`);
    const done = await inChild<PeersPass>(`peers ${beside}`);
    if ("failed" in done) failed["peers"] = done.failed;
    else samples.push(...done.value.samples);
    if ("value" in done) Object.assign(failed, done.value.failed);
  }
  progress("");
  return { rows: peerRows(samples), missing: peersIn([beside, root]).missing, failed };
}
