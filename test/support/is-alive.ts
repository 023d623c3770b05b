import { readdirSync, readFileSync } from "node:fs";

const stateOf = (stat: string): string => stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);

/** Whether a process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  try {
    return stateOf(readFileSync(`/proc/${pid}/stat`, "utf8")) !== "Z";
  } catch {
    return false; // no such process
  }
}

/** Pids of live processes whose command line contains the text: how tests find what they left behind. */
export function pidsWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid) && commandLine(pid).includes(text));
}

/** Pids of live processes whose environment carries the text: also finds those that changed their name. */
export function pidsInEnvironment(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isAlive(pid) && environment(pid).includes(text));
}

function environment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // ended while we looked, or another user's
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // ended while we looked
  }
}
