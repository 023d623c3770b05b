import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ShellId } from "../../base/ids.ts";
import { shellIdOf } from "../../base/ids.ts";
import { RECORD_BYTES } from "../../base/limits.ts";
import { ageOf, type Stamp, stampIn, stampNow } from "../../base/stamp.ts";
import { namesIn } from "../../files/list-directory.ts";
import { readUntrusted } from "../../files/read-untrusted.ts";
import type { Transcript } from "../../output/transcript.ts";
import type { ClearedCommand } from "../../permission/cleared.ts";
import type { Identity } from "../../process/identity.ts";
import { SHELL_STATUSES, type ShellStatus } from "./shell-status.ts";

/** What is on disk of a background shell: enough to list it, read it and end it from another process. */
export type ShellRecord = {
  readonly id: ShellId;
  readonly sessionId: string;
  readonly command: string;
  readonly description?: string;
  readonly workingDir: string;
  readonly status: ShellStatus;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly completedAt?: number;
  readonly supervisor?: Identity;
  /** Where it ran, if not on this machine. */
  readonly machine?: string;
  /** The start, by clocks that do not jump. */
  readonly started?: Stamp;
  readonly logs: { readonly stdout: string; readonly stderr: string };
  /** Its host died, or exited, while it ran. */
  readonly left?: true;
  /** How much it printed, once it has ended. */
  readonly bytes?: { readonly stdout: number; readonly stderr: number };
};

/** What is known of a background shell when it starts. */
export type ShellFacts = {
  readonly id: ShellId;
  readonly sessionId: string;
  readonly command: string;
  readonly description?: string;
  /** What the policy said of the command; undefined for an embedder's own, and for what a dead host left. */
  readonly decision?: ClearedCommand["decision"];
  readonly workingDir: string;
  readonly started: Stamp;
};

/** How long ago a shell was started, how long it ran, and how long it has been over, as far as its record tells. */
export function agesOf(
  { createdAt, started, completedAt }: ShellRecord,
  now: Stamp = stampNow(),
): { readonly ageMs: number; readonly spanMs: number; readonly endedMsAgo: number | undefined } {
  const ageMs = ageOf(started ?? { wall: createdAt, machine: 0, boot: "" }, now).least;
  if (completedAt === undefined) return { ageMs, spanMs: ageMs, endedMsAgo: undefined };
  const spanMs = Math.max(0, completedAt - createdAt);
  return { ageMs, spanMs, endedMsAgo: Math.max(0, ageMs - spanMs) };
}

/** What a record is made of. */
type Recorded = Pick<ShellFacts, "id" | "sessionId" | "command" | "workingDir"> & {
  readonly description: string | undefined;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly completedAt: number | undefined;
  readonly status: ShellStatus;
  readonly supervisor: Identity | undefined;
  readonly machine: string | undefined;
  readonly hasEnded: boolean;
  readonly transcript: Pick<Transcript, "paths" | "bytes">;
};

/** The record of a shell. `directory`: where a log would be that does not exist yet. */
export function recordOf(
  shell: Recorded,
  {
    directory,
    exit,
    started,
  }: {
    readonly directory: string;
    readonly exit: Pick<ShellRecord, "exitCode" | "signal">;
    readonly started: Stamp | undefined;
  },
): ShellRecord {
  const { id, sessionId, command, workingDir, createdAt, status, transcript } = shell;
  const log = (ending: string): string =>
    transcript.paths.find((path) => path.endsWith(ending)) ?? join(directory, `${id}${ending}`);
  const logs = { stdout: log(".out"), stderr: log(".err") };
  const { description, startedAt, completedAt, supervisor, machine } = shell;
  const bytes = shell.hasEnded ? transcript.bytes : undefined;
  const known = { description, startedAt, completedAt, supervisor, started, bytes, machine };
  return {
    id,
    sessionId,
    command,
    workingDir,
    createdAt,
    status,
    logs,
    ...exit,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
  };
}

/**
 * Writes aside and renames, so that a reader never sees half a record. A disk that refuses costs recovery, not the
 * command.
 */
export function writeRecord(directory: string, record: ShellRecord): void {
  const path = join(directory, `${record.id}.json`);
  try {
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600, flag: "wx" });
    renameSync(`${path}.new`, path);
  } catch {
    rmSync(`${path}.new`, { force: true });
  }
}

export function removeRecord(directory: string, id: ShellId): void {
  rmSync(join(directory, `${id}.json`), { force: true });
}

/** The records in a directory, each read when it is asked for; skips files that are not records. */
export function* readRecords(directory: string): Generator<ShellRecord, void, void> {
  for (const name of namesIn(directory)) {
    const record = name.endsWith(".json") ? readRecord(join(directory, name)) : undefined;
    if (record !== undefined) yield record;
  }
}

/** The record in a file; undefined when there is none. */
export function readRecord(path: string): ShellRecord | undefined {
  try {
    return parseRecord(JSON.parse(readUntrusted(path, RECORD_BYTES) ?? "{}"));
  } catch {
    return undefined; // gone, or another user's
  }
}

function parseRecord(value: Record<string, unknown>): ShellRecord | undefined {
  const { id, command, workingDir, createdAt, status, logs } = value;
  const known = SHELL_STATUSES.some((name) => name === status);
  const whole =
    typeof id === "string" &&
    typeof command === "string" &&
    typeof workingDir === "string" &&
    typeof createdAt === "number";
  if (!known || !whole || typeof logs !== "object" || logs === null) return undefined;
  // Only writeRecord writes records; the fields above tell a record from any other file that may lie here.
  const { started, ...record } = value as unknown as ShellRecord;
  const stamp = stampIn(started);
  return { ...record, id: shellIdOf(id), ...(stamp === undefined ? {} : { started: stamp }) };
}
