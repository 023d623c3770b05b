import { readdirSync, readFileSync, statSync } from "node:fs";
import { isFault } from "../base/fault.ts";
import { codeOf } from "../base/system-error.ts";
import { withSpare } from "../files/spare-descriptor.ts";
import { type Identity, identityOf, isDead, statOf } from "./identity.ts";

/** What is known of a tree's first processes before it is looked at. */
type Known = {
  /** The root has one thread. A supervisor has. */
  readonly isSingle?: boolean;
  /** A child that lives and has one thread, like a bash that has just answered: it is not looked at again. */
  readonly shell?: Identity | undefined;
};

/** Every live descendant of a process, parents before children, without the process itself. */
export function descendantsOf(pid: number, { isSingle = false, shell }: Known = {}): Identity[] {
  const found: Identity[] = [];
  const seen = new Set<number>([pid]);
  const queue = [{ pid, isSingle }];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of childrenOf(parent.pid, parent.isSingle)) {
      if (seen.has(child)) continue;
      seen.add(child);
      const stat = child === shell?.pid ? undefined : statOf(child);
      queue.push({ pid: child, isSingle: child === shell?.pid || stat?.threads === 1 });
      if (child === shell?.pid) found.push(shell);
      else if (stat !== undefined && !isDead(stat)) found.push({ pid: child, startTime: stat.startTime });
    }
  }
  return found;
}

/** Direct children, by the kernel's own list where it keeps one (CONFIG_PROC_CHILDREN), else by a walk over /proc. */
export function childrenOf(pid: number, hasOneThread = false): number[] {
  try {
    // The kernel lists children under the thread that forked them. `task` has two links and one per thread.
    if (hasOneThread || statSync(`/proc/${pid}/task`).nlink <= 3) return childrenOfThread(pid, String(pid));
    return withSpare(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) => childrenOfThread(pid, thread));
  } catch (error) {
    if (isFault(error)) throw error;
    if (codeOf(error) === "ENOENT" && statOf(pid) === undefined) return []; // ended meanwhile
    return childrenByParent(pid);
  }
}

function childrenOfThread(pid: number, thread: string): number[] {
  try {
    const path = `/proc/${pid}/task/${thread}/children`;
    return withSpare(() => readFileSync(path, "utf8"))
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch (error) {
    if (isFault(error)) throw error;
    if (statOf(pid) === undefined || codeOf(error) === "ESRCH") return []; // the thread or its process ended meanwhile
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

export function allPids(): number[] {
  return withSpare(() => readdirSync("/proc")).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Live processes whose environment holds this text: finds those that are no longer below their supervisor. */
export function pidsMarked(marker: string, among: readonly number[] = allPids()): Identity[] {
  return livesAmong(among, (pid) => environmentOf(pid)?.includes(marker) === true);
}

/** The same, and those of this session whose environment is hidden: copies of a bash that cannot be looked into. */
export function orphansOf(marker: string, session: number | undefined): Identity[] {
  const isHidden = (pid: number): boolean => session !== undefined && statOf(pid)?.session === session;
  return livesAmong(allPids(), (pid) => environmentOf(pid)?.includes(marker) ?? isHidden(pid));
}

function livesAmong(pids: readonly number[], isWanted: (pid: number) => boolean): Identity[] {
  return pids.flatMap((pid) => {
    const identity = pid !== process.pid && isWanted(pid) ? identityOf(pid) : undefined;
    return identity === undefined ? [] : [identity];
  });
}

/** Empty when the process has ended; undefined when the kernel hides it. */
function environmentOf(pid: number): string | undefined {
  try {
    return withSpare(() => readFileSync(`/proc/${pid}/environ`, "latin1"));
  } catch (error) {
    if (isFault(error)) throw error;
    return codeOf(error) === "EACCES" || codeOf(error) === "EPERM" ? undefined : "";
  }
}

/** The pid that a process knows itself by: inside a pid namespace it differs from the host's. */
export function innermostPid(pid: number): number {
  try {
    const line = /^NSpid:\s*(.*)$/m.exec(withSpare(() => readFileSync(`/proc/${pid}/status`, "latin1")));
    return Number(line?.[1]?.split(/\s+/).at(-1) ?? pid);
  } catch (error) {
    if (isFault(error)) throw error;
    return pid; // ended; its pid no longer matters
  }
}
