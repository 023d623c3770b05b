import { lstatSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a sandbox may take to stand. */
const STANDS_MS = 10_000;

/** The first process inside: bubblewrap's only child. Undefined when it is gone. */
export const insideOf = (pid: number): number | undefined => childrenOf(pid)[0];

/** Waits until everything is mounted: that is when the first process inside starts the plan. Ends early when it is over. */
export async function wallStands(pid: number): Promise<void> {
  for (const deadline = Date.now() + STANDS_MS; Date.now() < deadline; await sleep(1)) {
    const inside = insideOf(pid);
    if (inside !== undefined && childrenOf(inside).length > 0) return;
    if (lstatSync(`/proc/${pid}`, { throwIfNoEntry: false }) === undefined) return;
  }
}

/** Whether a path is, inside, the very thing it is outside: not something a link led to while mounts were made. */
export function isSameInside(pid: number, path: string): boolean {
  const inside = insideOf(pid);
  if (inside === undefined) return true; // it is over
  try {
    const [there, here] = [lstatSync(`/proc/${inside}/root${path}`), lstatSync(path)];
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return insideOf(pid) === undefined || lstatSync(path, { throwIfNoEntry: false }) === undefined;
  }
}

/** How many processes live inside, without the first one. */
export function processesInside(pid: number): number {
  let count = 0;
  const next = [insideOf(pid) ?? 0];
  for (let parent = next.pop(); parent !== undefined; parent = next.pop()) {
    const children = parent === 0 ? [] : childrenOf(parent);
    count += children.length;
    next.push(...children);
  }
  return count;
}

/** Everything that is a mount of its own inside. */
export function mountPointsOf(pid: number): ReadonlySet<string> | undefined {
  const inside = insideOf(pid);
  if (inside === undefined) return undefined;
  try {
    const lines = readFileSync(`/proc/${inside}/mountinfo`, "utf8").split("\n");
    return new Set(lines.map((line) => unescaped(line.split(" ")[4] ?? "")));
  } catch {
    return undefined; // ended
  }
}

/** The kernel writes spaces, tabs, newlines and backslashes of a path as octal numbers, byte by byte. */
function unescaped(path: string): string {
  if (!path.includes("\\")) return path;
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return list === "" ? [] : list.split(" ").map(Number);
  } catch {
    return []; // ended
  }
}
