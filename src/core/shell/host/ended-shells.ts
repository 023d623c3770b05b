import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENDED_KEPT_MS, ENDED_LOOK_MS, ENDED_SHELLS } from "../../base/limits.ts";
import type { Steps } from "../../base/slices.ts";
import { ageOf, type Stamp, stampIn, stampNow } from "../../base/stamp.ts";
import { namesIn } from "../../files/list-directory.ts";
import { checkOwn, isOwn, makeDirectory } from "../../files/make-directory.ts";
import { agesOf, readRecord, readRecords, type ShellRecord, writeRecord } from "../background/shell-record.ts";

/** Where records and logs of ended shells stay, of all hosts: `ID.json`, `ID.out`, `ID.err`. */
const endedDir = (stateDir: string): string => join(stateDir, "ended");

/** Moves the logs of a shell there, and writes its record. A disk that refuses costs what it printed, nothing else. */
export function keepEnded(stateDir: string, record: ShellRecord): ShellRecord {
  const directory = endedDir(stateDir);
  const logs = { stdout: join(directory, `${record.id}.out`), stderr: join(directory, `${record.id}.err`) };
  const kept = { ...record, logs };
  try {
    checkOwn(stateDir);
    makeDirectory(directory);
  } catch {
    return record;
  }
  for (const stream of ["stdout", "stderr"] as const) {
    try {
      renameSync(record.logs[stream], logs[stream]);
    } catch {
      // The shell printed nothing on this stream, so there is no file.
    }
  }
  writeRecord(directory, kept);
  return kept;
}

/** All that are still kept. */
export const endedShells = (stateDir: string): ShellRecord[] => [...readRecords(endedDir(stateDir))];

/** The one of this id. An id comes from a model, and must not lead elsewhere. */
export const endedShell = (stateDir: string, id: string): ShellRecord | undefined =>
  /^\w+$/.test(id) ? readRecord(join(endedDir(stateDir), `${id}.json`)) : undefined;

/** Tells when all of them were last looked at. */
const SWEPT = "swept";

/** The next sweep does not wait for its hour. */
export function sweepSoon(stateDir: string): void {
  if (isOwn(stateDir)) rmSync(join(endedDir(stateDir), SWEPT), { force: true });
}

/** Removes those that ended too long ago, and the oldest of those that are too much; at most once an hour. */
export function* sweepEnded(
  stateDir: string,
  { totalLogBytes, most = ENDED_SHELLS }: { readonly totalLogBytes: number; readonly most?: number },
  now: Stamp = stampNow(),
): Steps<void> {
  const directory = endedDir(stateDir);
  const names = isOwn(stateDir) ? namesIn(directory) : [];
  if (names.length === 0 || isSwept(directory, now)) return;
  try {
    writeFileSync(join(directory, SWEPT), JSON.stringify(now), { mode: 0o600 });
  } catch {
    // the next host looks again
  }
  const all = yield* measured(directory, names, now);
  let bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  let count = all.length;
  for (const { stem, ageMs, ...one } of all.sort((a, b) => b.ageMs - a.ageMs)) {
    if (ageMs <= ENDED_KEPT_MS && bytes <= totalLogBytes && count <= most) return;
    for (const ending of ENDINGS) rmSync(join(directory, stem + ending), { force: true });
    bytes -= one.bytes;
    count -= 1;
    yield;
  }
}

/** The record goes last: what was interrupted is found again. */
const ENDINGS = [".out", ".err", ".json"] as const;

type Measured = { readonly stem: string; readonly ageMs: number; readonly bytes: number };

function* measured(directory: string, names: readonly string[], now: Stamp): Steps<Measured[]> {
  const all: Measured[] = [];
  const stems = new Set(
    names
      .filter((name) => ENDINGS.some((end) => name.endsWith(end)))
      .map((name) => name.slice(0, name.lastIndexOf("."))),
  );
  for (const stem of stems) {
    const files = ENDINGS.flatMap((end) => lstatSync(join(directory, stem + end), { throwIfNoEntry: false }) ?? []);
    const record = readRecord(join(directory, `${stem}.json`));
    const newest = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs));
    const ages = record === undefined ? undefined : agesOf(record, now);
    // A log without a record was left by a host that was killed in between, and is as old as its file.
    const ageMs = ages?.endedMsAgo ?? ages?.ageMs ?? Math.max(0, now.wall - newest);
    all.push({ stem, ageMs, bytes: files.reduce((sum, { size }) => sum + size, 0) });
    yield;
  }
  return all;
}

function isSwept(directory: string, now: Stamp): boolean {
  try {
    const swept = stampIn(JSON.parse(readFileSync(join(directory, SWEPT), "utf8")));
    return swept !== undefined && ageOf(swept, now).most < ENDED_LOOK_MS;
  } catch {
    return false; // never, or a file that is none of nacre's
  }
}
