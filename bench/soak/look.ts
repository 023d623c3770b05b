/** What can be seen of a host from outside. */
import { readdirSync, readFileSync } from "node:fs";

const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // ended meanwhile
  }
};

/** Every process below this one. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Resident memory of a process, in MiB. */
export const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** What outlives its host by promise. */
const KEPT: readonly string[] = ["journal", "ended", "caches"];

/** Everything below a directory but directories, and what is kept. Files come and go while it looks. */
export function filesBelow(directory: string): number {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(({ name }) => !KEPT.includes(name))
      .reduce((sum, entry) => sum + (entry.isDirectory() ? filesBelow(`${directory}/${entry.name}`) : 1), 0);
  } catch {
    return 0;
  }
}
