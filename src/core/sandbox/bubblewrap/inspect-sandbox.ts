import { lstatSync, readFileSync } from "node:fs";
import { sleep, stopwatch } from "../../base/clock.ts";
import { SANDBOX_READY_MS } from "../../base/limits.ts";
import { childrenOf } from "../../process/descendants.ts";
import { mountsIn } from "../view/mount-table.ts";

/** The name of the process that lays the workspace into a sandbox: for a moment it is a child of bubblewrap, too. */
export const GRAFTER = "nacre-graft";

/** The first process inside: bubblewrap's only child but the grafter. Undefined when it is gone. */
export const insideOf = (pid: number): number | undefined => childrenOf(pid).find((child) => nameOf(child) !== GRAFTER);

/** The kernel's name for a process; none when it is gone. */
function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trimEnd();
  } catch {
    return "";
  }
}

/**
 * Waits until everything is mounted: bubblewrap then lets its first process inside start the plan. A directory that is
 * `grafted` into it comes later. Returns early when the sandbox has ended.
 */
export async function wallStands(pid: number, grafted?: string): Promise<void> {
  const { dev, ino } = grafted === undefined ? { dev: 0, ino: 0 } : lstatSync(grafted);
  for (const spent = stopwatch(); spent() < SANDBOX_READY_MS; await sleep(1)) {
    const inside = insideOf(pid);
    const stands = inside !== undefined && childrenOf(inside).length > 0;
    if (stands && (grafted === undefined || isSameInside(pid, { path: grafted, device: dev, inode: ino }))) return;
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

/** The ids of the mounts that can be seen inside, by path; undefined when the sandbox has ended. */
export function mountsOf(pid: number): ReadonlyMap<string, string> | undefined {
  const inside = insideOf(pid);
  if (inside === undefined) return undefined;
  try {
    return mountsIn(readFileSync(`/proc/${inside}/mountinfo`, "utf8"));
  } catch {
    return undefined; // the sandbox has ended
  }
}
