import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { isRecord } from "../../base/is-record.ts";
import { RECORD_BYTES } from "../../base/limits.ts";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";

/*
 * The quarantine on disk: `ID/kept` is what was taken away, `ID/record.json` says where from. What could not be moved to
 * this disk lies beside its old name, and its record says where. `restored/KEY` names a file that the user put back.
 */

/** What a sandbox took away from a workspace. */
export type Quarantined = {
  readonly id: string;
  /** Where it lay. */
  readonly path: string;
  readonly why: string;
  readonly takenAt: string;
  /** Where it lies now. */
  readonly kept: string;
  /** Which file it is. */
  readonly identity: string;
};

const ID = /^[0-9a-f]{8}$/;
const RECORD = "record.json";
/** The directory of what the user put back. */
export const RESTORED = "restored";

/** Where what is taken away lies. */
export const quarantineOf = (stateDir: string): string => join(stateDir, "quarantine");

/** A file system may give a new file the number of a deleted one, but not its time of birth. A rename keeps both. */
export function identityAt(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.dev}-${stat.ino}-${stat.birthtimeNs}`;
}

/** Whether it could be kept. */
export function keepRecord(quarantine: string, record: Quarantined): boolean {
  try {
    const place = join(quarantine, record.id);
    if (!existsSync(place)) mkdirSync(place, { mode: 0o700 });
    writeFileSync(join(place, RECORD), JSON.stringify(record), { mode: 0o600 });
    return true;
  } catch {
    return false; // a full disk, or no place for a quarantine
  }
}

/** What is kept, the newest first. */
export const listQuarantined = (quarantine: string): readonly Quarantined[] =>
  untrustedNamesIn(quarantine)
    .flatMap((id) => readQuarantined(quarantine, id) ?? [])
    .sort((a, b) => b.takenAt.localeCompare(a.takenAt));

/** Undefined when nothing of this id is kept. */
export function readQuarantined(quarantine: string, id: string): Quarantined | undefined {
  if (!ID.test(id)) return undefined;
  try {
    const kept: unknown = JSON.parse(readUntrusted(join(quarantine, id, RECORD), RECORD_BYTES) ?? "{}");
    return isQuarantined(kept) && identityAt(kept.kept) === kept.identity ? kept : undefined;
  } catch {
    return undefined; // never finished
  }
}

const isQuarantined = (one: unknown): one is Quarantined =>
  isRecord(one) &&
  ["id", "path", "why", "takenAt", "kept", "identity"].every((key) => typeof one[key] === "string") &&
  [one["path"], one["kept"]].every((path) => isAbsolute(String(path)));

const recordOfRestored = (quarantine: string, identity: string): string =>
  join(quarantine, RESTORED, basename(identity));

/** From now on this file is the user's, also for a sandbox that runs. */
export function keepRestored(quarantine: string, { identity, path }: Quarantined): void {
  makeDirectory(join(quarantine, RESTORED));
  writeFileSync(recordOfRestored(quarantine, identity), path, { mode: 0o600 });
}

export function forgetRestored(quarantine: string, { identity }: Quarantined): void {
  rmSync(recordOfRestored(quarantine, identity), { force: true });
}

/** Whether what lies at this path is what the user put back there. */
export function isRestored(quarantine: string, path: string): boolean {
  const identity = identityAt(path);
  return identity !== undefined && readUntrusted(recordOfRestored(quarantine, identity), RECORD_BYTES) === path;
}
