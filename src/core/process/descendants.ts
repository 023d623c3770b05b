import { type Identity, identityOf, isDead, statOf } from "./identity.ts";
import type { Stat } from "./system/process-table.ts";
import { thisTable } from "./system/this-table.ts";

/** What is known of a tree's first processes before it is looked at. */
type Known = {
  /** The root has one thread. A supervisor has. */
  readonly isSingle?: boolean;
  /** A child that lives and has one thread, like a bash that has just answered: it is not looked at again. */
  readonly shell?: Identity | undefined;
};

const ASLEEP = new WeakSet<Identity>();

/** Whether a process that `descendantsOf` found slept then, and has one thread. */
export const wasAsleep = (found: Identity): boolean => ASLEEP.has(found);

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
      else if (stat !== undefined && !isDead(stat)) found.push(noted({ pid: child, startTime: stat.startTime }, stat));
    }
  }
  return found;
}

function noted(identity: Identity, { state, threads }: Stat): Identity {
  if (state === "S" && threads === 1) ASLEEP.add(identity);
  return identity;
}

export const childrenOf = (pid: number, hasOneThread = false): number[] => thisTable.children(pid, hasOneThread);

export const allPids = (): number[] => thisTable.pids();

/** Live processes whose environment holds this text: finds those that are no longer below their supervisor. */
export function pidsMarked(marker: string, among: readonly number[] = allPids()): Identity[] {
  return livesAmong(among, (pid) => thisTable.environment(pid)?.includes(marker) === true);
}

/** The same, and those of this session whose environment is hidden: copies of a bash that cannot be looked into. */
export function orphansOf(marker: string, session: number | undefined): Identity[] {
  const isHidden = (pid: number): boolean => session !== undefined && statOf(pid)?.session === session;
  return livesAmong(allPids(), (pid) => thisTable.environment(pid)?.includes(marker) ?? isHidden(pid));
}

function livesAmong(pids: readonly number[], isWanted: (pid: number) => boolean): Identity[] {
  return pids.flatMap((pid) => {
    const identity = pid !== process.pid && isWanted(pid) ? identityOf(pid) : undefined;
    return identity === undefined ? [] : [identity];
  });
}

/** The pid that a process knows itself by: inside a pid namespace it differs from the host's. */
export const innermostPid = (pid: number): number => thisTable.innermostPid(pid);
