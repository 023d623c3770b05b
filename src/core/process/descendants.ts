import { readdirSync, readFileSync, statSync } from "node:fs";
import { codeOf } from "../base/system-error.ts";
import { type Identity, identityOf, statOf } from "./identity.ts";

/**
 * Every live descendant of a process, parents before children. The process itself is not among them.
 *
 * `known` is a bash that has just answered, and its supervisor is then the process itself: the first is alive, and both
 * have one thread. Neither is looked at again, because this runs at every command.
 */
export function descendantsOf(pid: number, known?: Identity): Identity[] {
  const found: Identity[] = [];
  const seen = new Set<number>([pid]);
  const queue = [pid];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    const hasOneThread = known !== undefined && (parent === pid || parent === known.pid);
    for (const child of childrenOf(parent, hasOneThread)) {
      if (seen.has(child)) continue;
      seen.add(child);
      queue.push(child);
      const identity = child === known?.pid ? known : identityOf(child);
      if (identity !== undefined) found.push(identity);
    }
  }
  return found;
}

/** Direct children, by the kernel's own list where it keeps one (CONFIG_PROC_CHILDREN), else by a walk over /proc. */
export function childrenOf(pid: number, hasOneThread = false): number[] {
  try {
    // Children are listed under the thread that forked them. A directory of /proc has two links and one per entry.
    if (hasOneThread || statSync(`/proc/${pid}/task`).nlink <= 3) return childrenOfThread(pid, String(pid));
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOfThread(pid, thread));
  } catch (error) {
    if (codeOf(error) === "ENOENT" && statOf(pid) === undefined) return []; // ended while we looked
    return childrenByParent(pid);
  }
}

function childrenOfThread(pid: number, thread: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch (error) {
    if (statOf(pid) === undefined || codeOf(error) === "ESRCH") return []; // the thread or its process ended while we looked
    throw error;
  }
}

/**
 * The slow way: every process that names this pid as its parent.
 * @internal a test compares it with the fast way, because no kernel at hand lacks that one
 */
export function childrenByParent(pid: number): number[] {
  return allPids().filter((candidate) => statOf(candidate)?.parent === pid);
}

/** Every pid on the machine. */
export function allPids(): number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Live processes whose environment carries this text: what is found when the family tie is cut. */
export function pidsMarked(marker: string): Identity[] {
  return allPids().flatMap((pid) => {
    const identity = pid !== process.pid && environmentOf(pid).includes(marker) ? identityOf(pid) : undefined;
    return identity === undefined ? [] : [identity];
  });
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return ""; // ended, or another user's
  }
}

/** The pid a process knows itself by: another one than ours inside a pid namespace. */
export function innermostPid(pid: number): number {
  try {
    const line = /^NSpid:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return Number(line?.[1]?.split(/\s+/).at(-1) ?? pid);
  } catch {
    return pid; // ended; it will not be asked anything
  }
}
