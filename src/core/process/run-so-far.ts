import { readShort } from "./system/proc-table.ts";

/**
 * What the first thread of a process has run so far, by the kernel's count in nanoseconds and turns. It is the same as
 * before only where the thread has not run since: a process of one thread has then opened, closed and started nothing.
 * Undefined when the process has ended, or the kernel does not count (CONFIG_SCHED_INFO).
 */
export function runSoFar(pid: number): string | undefined {
  try {
    const counted = readShort(`/proc/${pid}/schedstat`);
    return counted.startsWith("0 0 0") ? undefined : counted;
  } catch {
    return undefined;
  }
}
