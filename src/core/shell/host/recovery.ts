import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import { doInSlices, type Steps } from "../../base/slices.ts";
import { type Stamp, stampNow } from "../../base/stamp.ts";
import { isOwn } from "../../files/make-directory.ts";
import { mendTornLine } from "../../journal/keep-journal.ts";
import { allPids, descendantsOf, pidsMarked } from "../../process/descendants.ts";
import { checkProc, type Identity, identityOf, isRunning, signal } from "../../process/identity.ts";
import { supervisorsNaming } from "../../process/supervisor/find-supervisors.ts";
import { MARK } from "../../process/supervisor/supervisor-script.ts";
import { agesOf, readRecords, type ShellRecord } from "../background/shell-record.ts";
import { isLive } from "../background/shell-status.ts";
import { keepEnded, sweepSoon } from "./ended-shells.ts";
import { goodbyeOf, hostDirs, hostIdentityOf, removeHostDir } from "./host-dir.ts";

/** Clears up after dead hosts, in slices. Returns what they were running. */
export const recover = (stateDir: string, now?: Stamp): Promise<readonly ShellRecord[]> =>
  doInSlices(recovery(stateDir, now));

/**
 * Clears up after dead hosts: ends what survived them, and keeps the records and logs of their shells; those that ran then
 * are marked `lost`, or `killed` where the host exited by itself. Never touches a live host; of two hosts that come to
 * clear up, the one that renames first does it.
 */
export function* recovery(stateDir: string, now: Stamp = stampNow()): Steps<readonly ShellRecord[]> {
  checkProc();
  const left: ShellRecord[] = [];
  for (const path of isOwn(stateDir) ? deadHosts(stateDir) : []) {
    const claimed = claim(path);
    if (claimed === undefined) continue;
    yield* endAllOf(hostIdOf(path));
    for (const record of recordsOf(claimed, now)) {
      const kept = keepEnded(stateDir, record);
      if (kept.left === true) left.push(kept);
      yield;
    }
    mendTornLine(stateDir, hostIdOf(path));
    yield* removeHostDir(claimed);
    sweepSoon(stateDir);
  }
  return left;
}

/** How many processes are looked at in one step. */
const LOOKED_AT = 50;
/** A look misses what forks or ends meanwhile: it is repeated until it finds nothing, but not for ever. */
const MOST_LOOKS = 10;

/**
 * Ends every process with a host's mark, and its supervisors with everything below them: a process that cleared its
 * environment is found only below a supervisor. Descendants go first, so that no process is orphaned before it is
 * ended.
 */
function* endAllOf(hostId: string): Steps<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const found = yield* processesOf(hostId);
    if (found.length === 0) return;
    yield* endBelow(found);
    for (const one of found) signal(one, "SIGKILL");
  }
}

function* processesOf(hostId: string): Steps<readonly Identity[]> {
  const found: Identity[] = [];
  for (const all = allPids(); all.length > 0; yield) {
    const some = all.splice(0, LOOKED_AT);
    found.push(...pidsMarked(`${MARK}=${hostId}`, some), ...supervisorsNaming(`/${hostId}/`, some));
  }
  return found;
}

function* endBelow(roots: readonly Identity[]): Steps<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const below = roots.flatMap(({ pid }) => descendantsOf(pid));
    if (below.length === 0) return;
    for (const one of below) signal(one, "SIGKILL");
    yield;
  }
}

/** The name that a host gave its directory, also when another host was interrupted while it cleared up. */
const hostIdOf = (path: string): string => basename(path).replace(/\..*$/, "");

/** The shells of a dead host, with the status that is true now; each is read when it is asked for. */
export function* recordsOf(path: string, now: Stamp = stampNow()): Generator<ShellRecord, void, void> {
  const goodbye = goodbyeOf(path);
  for (const record of readRecords(join(path, "shells"))) {
    const logs = logsIn(join(path, "logs"), record);
    yield isLive(record.status) ? { ...endedBy(record, goodbye, now), logs } : { ...record, logs };
  }
}

/** A shell that ran when its host ended. */
function endedBy(record: ShellRecord, goodbye: number | undefined, now: Stamp): ShellRecord {
  // The time of day may have jumped since its start: it ended between that and now.
  const latest = record.createdAt + agesOf(record, now).ageMs;
  const completedAt = Math.max(record.createdAt, Math.min(goodbye ?? latest, latest));
  return { ...record, status: goodbye === undefined ? "lost" : "killed", completedAt, left: true };
}

/** The directory has another name once a host clears up. */
const logsIn = (directory: string, { logs }: ShellRecord): ShellRecord["logs"] => ({
  stdout: join(directory, basename(logs.stdout)),
  stderr: join(directory, basename(logs.stderr)),
});

function deadHosts(stateDir: string): string[] {
  return hostDirs(stateDir).filter((path) => {
    const host = hostIdentityOf(path);
    const claimer = claimerOf(path);
    return host !== undefined && !isRunning(host) && (claimer === undefined || !isRunning(claimer));
  });
}

/** The host that clears up, as the name of the directory says. */
function claimerOf(path: string): Identity | undefined {
  const [, pid, startTime] = /\.(\d+)-(\d+)\.recovering$/.exec(path) ?? [];
  return startTime === undefined ? undefined : { pid: Number(pid), startTime };
}

function claim(path: string): string | undefined {
  const { pid, startTime } = identityOf(process.pid) ?? { pid: process.pid, startTime: "0" };
  const claimed = `${path}.${pid}-${startTime}.recovering`;
  try {
    renameSync(path, claimed);
    return claimed;
  } catch {
    return undefined; // another host claimed it first
  }
}
