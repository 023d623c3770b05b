import { Slices } from "../../base/slices.ts";
import type { Identity } from "../identity.ts";
import { readShort } from "./proc-table.ts";

/** What processes have used. */
export type Usage = {
  /** Of all of them, and of children that they have waited for. */
  readonly cpuMs: number;
  /** What lies in memory now. What processes share counts for each of them. */
  readonly memoryBytes: number;
};

/** The kernel tells processes their times in this unit, on every machine. */
const TICK_MS = 10;

/** Adds up what these processes have used, in slices; undefined where the kernel tells of none of them. */
export async function usageOf(
  processes: readonly Identity[],
  slices: Slices = new Slices(),
): Promise<Usage | undefined> {
  let sum: Usage | undefined;
  for (const { pid } of processes) {
    const one = usageOfOne(pid);
    if (one !== undefined)
      sum = { cpuMs: (sum?.cpuMs ?? 0) + one.cpuMs, memoryBytes: (sum?.memoryBytes ?? 0) + one.memoryBytes };
    await slices.step();
  }
  return sum;
}

function usageOfOne(pid: number): Usage | undefined {
  try {
    const stat = readShort(`/proc/${pid}/stat`);
    // Behind the program's name, which may hold anything: utime, stime, cutime and cstime.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 15);
    const ticks = fields.slice(11, 15).reduce((all, field) => all + Number(field), 0);
    const resident = /^VmRSS:\s*(\d+) kB$/m.exec(readShort(`/proc/${pid}/status`))?.[1];
    return { cpuMs: ticks * TICK_MS, memoryBytes: Number(resident ?? 0) * 1024 };
  } catch {
    return undefined; // ended, or a system without /proc
  }
}
