import { lstatSync, readFileSync } from "node:fs";
import { sleep, stopwatch } from "../../base/clock.ts";
import { SANDBOX_READY_MS } from "../../base/limits.ts";
import { childrenOf } from "../../process/descendants.ts";

/** The first process inside: bubblewrap's only child. Undefined when it is gone. */
export const insideOf = (pid: number): number | undefined => childrenOf(pid)[0];

/**
 * Waits until everything is mounted: bubblewrap then lets its first process inside start the plan. Returns early when
 * the sandbox has ended.
 */
export async function wallStands(pid: number): Promise<void> {
  for (const spent = stopwatch(); spent() < SANDBOX_READY_MS; await sleep(1)) {
    const inside = insideOf(pid);
    if (inside !== undefined && childrenOf(inside).length > 0) return;
    if (lstatSync(`/proc/${pid}`, { throwIfNoEntry: false }) === undefined) return;
  }
}

/** Tells a file from another one at the same path; links are not followed. */
export type FileIdentity = { readonly path: string; readonly device: number; readonly inode: number };

/**
 * Whether a path is the same file inside as outside, and not one that a link led to while bubblewrap made the mounts.
 */
export function isSameInside(pid: number, { path, device, inode }: FileIdentity): boolean {
  const inside = insideOf(pid);
  try {
    const { dev, ino } = lstatSync(`/proc/${inside ?? 0}/root${path}`);
    return dev === device && ino === inode;
  } catch {
    return insideOf(pid) === undefined; // the sandbox has ended, and nothing runs in it
  }
}

/** The processes inside, without the first one. */
export function pidsInside(pid: number): number[] {
  const found: number[] = [];
  const next = [insideOf(pid) ?? 0];
  for (let parent = next.pop(); parent !== undefined; parent = next.pop()) {
    const children = parent === 0 ? [] : childrenOf(parent);
    found.push(...children);
    next.push(...children);
  }
  return found;
}

/** Every mount point inside; undefined when the sandbox has ended. */
export function mountPointsOf(pid: number): ReadonlySet<string> | undefined {
  const inside = insideOf(pid);
  if (inside === undefined) return undefined;
  try {
    const lines = readFileSync(`/proc/${inside}/mountinfo`, "utf8").split("\n");
    return new Set(lines.map((line) => unescaped(line.split(" ")[4] ?? "")));
  } catch {
    return undefined; // the sandbox has ended
  }
}

/** The kernel writes spaces, tabs, newlines and backslashes of a path as octal numbers, byte by byte. */
function unescaped(path: string): string {
  if (!path.includes("\\")) return path;
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
