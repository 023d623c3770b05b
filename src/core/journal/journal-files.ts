import { closeSync, constants, lstatSync, openSync, type Stats, writeSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../base/is-record.ts";
import { RECORD_BYTES } from "../base/limits.ts";
import { namesIn } from "../files/list-directory.ts";
import { readUntrusted } from "../files/read-untrusted.ts";

/*
 * `$STATE/journal/`: one chain for each host. `HOST.jsonl` is its newest file, `HOST.1.jsonl` its oldest one, and
 * `known-hosts.jsonl` says which chains there were: a file that is gone is missed.
 */

export const journalDir = (stateDir: string): string => join(stateDir, "journal");

export const newestFile = (stateDir: string, host: string): string => join(journalDir(stateDir), `${host}.jsonl`);

/** The name of a full file, by how many were full before it. */
export const fullFile = (stateDir: string, host: string, number: number): string =>
  join(journalDir(stateDir), `${host}.${number}.jsonl`);

const FILE_NAME = /^([^.]+)(?:\.(\d+))?\.jsonl$/;
const KNOWN_HOSTS = "known-hosts.jsonl";

/** One file of a chain. */
export type JournalFile = { readonly host: string; readonly path: string; readonly stat: Stats };

/** All files of all chains; of one host, the oldest first. */
export function journalFiles(stateDir: string): JournalFile[] {
  const directory = journalDir(stateDir);
  const found = namesIn(directory).flatMap((name) => {
    const [, host, number] = FILE_NAME.exec(name) ?? [];
    const path = join(directory, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (host === undefined || name === KNOWN_HOSTS || stat === undefined) return [];
    return [{ host, path, stat, number: number === undefined ? Number.POSITIVE_INFINITY : Number(number) }];
  });
  return found.toSorted((a, b) => a.number - b.number).map(({ host, path, stat }) => ({ host, path, stat }));
}

/** The files of each host that has any. */
export function journalChains(stateDir: string): ReadonlyMap<string, readonly JournalFile[]> {
  const chains = new Map<string, JournalFile[]>();
  for (const file of journalFiles(stateDir)) chains.set(file.host, [...(chains.get(file.host) ?? []), file]);
  return chains;
}

/** What is known of a chain besides its files: up to which line it was removed because it was old. */
export type KnownHost = { readonly host: string; readonly removedTo?: { readonly seq: number; readonly hash: string } };

/** Never through a link, and never waiting for the other end of a FIFO. */
const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
const ADD = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;

/** Adds a line to the list of chains. Short lines are appended whole, whichever host writes. */
export function noteKnownHost(stateDir: string, known: KnownHost): void {
  const fd = openSync(join(journalDir(stateDir), KNOWN_HOSTS), ADD, 0o600);
  try {
    writeSync(fd, `${JSON.stringify(known)}\n`);
  } finally {
    closeSync(fd);
  }
}

/** The chains that there were. */
export function knownHosts(stateDir: string): ReadonlyMap<string, KnownHost> {
  const text = readUntrusted(join(journalDir(stateDir), KNOWN_HOSTS), RECORD_BYTES) ?? "";
  const known = new Map<string, KnownHost>();
  for (const one of text.split("\n").flatMap((line) => knownHostIn(line) ?? [])) {
    known.set(one.host, { ...known.get(one.host), ...one });
  }
  return known;
}

function knownHostIn(line: string): KnownHost | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value["host"] !== "string") return undefined;
    const { host, removedTo } = value;
    const place = isRecord(removedTo) ? { seq: Number(removedTo["seq"]), hash: String(removedTo["hash"]) } : undefined;
    return { host, ...(place === undefined ? {} : { removedTo: place }) };
  } catch {
    return undefined; // torn, or empty
  }
}
