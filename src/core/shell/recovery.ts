import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { randomHex } from "../base/ids.ts";
import { pidsMarked } from "../process/descendants.ts";
import { isRunning, signal } from "../process/identity.ts";
import { hostOf, MARK } from "./host-dir.ts";
import { readRecords, removeRecord, type ShellRecord, writeRecord } from "./shell-record.ts";
import { isLive } from "./shell-status.ts";

/** A host directory younger than this may still be in the making. */
const LOST = "lost";

/**
 * Clears up after hosts that died without a goodbye: ends what survived them, keeps the logs of what ran then, and
 * marks it `lost`. A host that lives is never touched; of two that come to clear up, the one that renames first does it.
 */
export function recover(stateDir: string, now: number = Date.now()): readonly ShellRecord[] {
  return deadHosts(join(stateDir, "hosts")).flatMap((path) => {
    const claimed = claim(path);
    if (claimed === undefined) return [];
    for (const survivor of pidsMarked(`${MARK}=${basename(path)}`)) signal(survivor, "SIGKILL");
    const lost = readRecords(join(claimed, "shells"))
      .filter(({ status }) => isLive(status))
      .map((record) => keep(stateDir, claimed, { ...record, status: "lost", completedAt: now }));
    rmSync(claimed, { recursive: true, force: true });
    return lost;
  });
}

/** The shells that earlier hosts lost, as far as they are still kept. */
export function lostShells(stateDir: string): ShellRecord[] {
  return readRecords(join(stateDir, LOST));
}

/** Forgets lost shells that ended before this time, with their logs. */
export function forgetLost(stateDir: string, before: number): number {
  const old = lostShells(stateDir).filter(({ completedAt }) => (completedAt ?? 0) < before);
  for (const { id, logs } of old) {
    removeRecord(join(stateDir, LOST), id);
    for (const path of [logs.stdout, logs.stderr]) rmSync(path, { force: true });
  }
  return old.length;
}

function deadHosts(hosts: string): string[] {
  let names: string[];
  try {
    names = readdirSync(hosts);
  } catch {
    return []; // nobody was here before
  }
  return names
    .map((name) => join(hosts, name))
    .filter((path) => {
      const host = hostOf(path);
      return host !== undefined && !isRunning(host);
    });
}

function claim(path: string): string | undefined {
  const claimed = `${path}.${randomHex(4)}.recovering`;
  try {
    renameSync(path, claimed);
    return claimed;
  } catch {
    return undefined; // another host was first
  }
}

/** Moves a shell's logs to where lost shells are kept, and its record with them. */
function keep(stateDir: string, claimed: string, record: ShellRecord): ShellRecord {
  const directory = join(stateDir, LOST);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const move = (path: string): string => {
    const target = join(directory, basename(path));
    try {
      cpSync(join(claimed, "logs", basename(path)), target);
    } catch {
      // It printed nothing on this stream, so there is no file.
    }
    return target;
  };
  const kept = { ...record, logs: { stdout: move(record.logs.stdout), stderr: move(record.logs.stderr) } };
  writeRecord(directory, kept);
  return kept;
}
