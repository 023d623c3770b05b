import { cpSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { type Stamp, stampNow } from "../../base/stamp.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { descendantsOf, pidsMarked } from "../../process/descendants.ts";
import { checkProc, isRunning, signal } from "../../process/identity.ts";
import { removeTree } from "../../process/remove-tree.ts";
import { supervisorsNaming } from "../../process/supervisor/find-supervisors.ts";
import { agesOf, readRecords, removeRecord, type ShellRecord, writeRecord } from "../background/shell-record.ts";
import { isLive } from "../background/shell-status.ts";
import { goodbyeOf, hostDirs, hostIdentityOf, MARK } from "./host-dir.ts";

/** Where the shells that dead hosts left behind are kept. */
export const lostDir = (stateDir: string): string => join(stateDir, "lost");

/**
 * Clears up after dead hosts: ends what survived them, and keeps the logs of what ran then, marked `lost`, or `killed`
 * where the host exited by itself. Never touches a live host; of two hosts that come to clear up, the one that renames
 * first does it.
 */
export function recover(stateDir: string, now: Stamp = stampNow()): readonly ShellRecord[] {
  checkProc();
  return deadHosts(stateDir).flatMap((path) => {
    const claimed = claim(path);
    if (claimed === undefined) return [];
    endAllOf(hostIdOf(path));
    const left = leftBehind(claimed, now).map((record) => keep(stateDir, claimed, record));
    removeTree(claimed);
    return left;
  });
}

/**
 * Ends every process with a host's mark, and its supervisors with everything below them: a process that cleared its
 * environment is found only below a supervisor. Descendants go first, so that no process is orphaned before it is
 * ended.
 */
function endAllOf(hostId: string): void {
  const found = [...pidsMarked(`${MARK}=${hostId}`), ...supervisorsNaming(`/${hostId}/`)];
  const below = found.flatMap(({ pid }) => descendantsOf(pid));
  for (const survivor of [...below, ...found]) signal(survivor, "SIGKILL");
}

/** The name that a host gave its directory, also when another host was interrupted while it cleared up. */
const hostIdOf = (path: string): string => basename(path).replace(/\..*$/, "");

/** What a dead host was running when it ended, with the status that is true now. */
export function leftBehind(path: string, now: Stamp = stampNow()): ShellRecord[] {
  const goodbye = goodbyeOf(path);
  const status = goodbye === undefined ? "lost" : "killed";
  return readRecords(join(path, "shells"))
    .filter((record) => isLive(record.status))
    .map((record) => {
      // The time of day may have jumped since its start: it ended between that and now.
      const latest = record.createdAt + agesOf(record, now).ageMs;
      const completedAt = Math.max(record.createdAt, Math.min(goodbye ?? latest, latest));
      return { ...record, status, completedAt };
    });
}

/** The shells of dead hosts that are still kept. */
export function lostShells(stateDir: string): ShellRecord[] {
  return readRecords(lostDir(stateDir));
}

/** Forgets those that ended longer ago than this, with their logs. */
export function forgetLost(stateDir: string, oldestMs: number): number {
  const old = lostShells(stateDir).filter(
    (record) => (agesOf(record).endedMsAgo ?? Number.POSITIVE_INFINITY) > oldestMs,
  );
  for (const { id, logs } of old) {
    removeRecord(lostDir(stateDir), id);
    for (const path of [logs.stdout, logs.stderr]) rmSync(path, { force: true });
  }
  return old.length;
}

function deadHosts(stateDir: string): string[] {
  return hostDirs(stateDir).filter((path) => {
    const host = hostIdentityOf(path);
    return host !== undefined && !isRunning(host);
  });
}

function claim(path: string): string | undefined {
  const claimed = `${path}.${randomHex(4)}.recovering`;
  try {
    renameSync(path, claimed);
    return claimed;
  } catch {
    return undefined; // another host claimed it first
  }
}

/** Moves a shell's logs and record to where lost shells are kept. */
function keep(stateDir: string, claimed: string, record: ShellRecord): ShellRecord {
  const directory = lostDir(stateDir);
  makeDirectory(directory);
  const move = (path: string): string => {
    const target = join(directory, basename(path));
    try {
      cpSync(join(claimed, "logs", basename(path)), target);
    } catch {
      // The shell printed nothing on this stream, so there is no file.
    }
    return target;
  };
  const kept = { ...record, logs: { stdout: move(record.logs.stdout), stderr: move(record.logs.stderr) } };
  writeRecord(directory, kept);
  return kept;
}
