import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomHex } from "../base/ids.ts";
import { isRecord } from "../base/is-record.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { type Identity, isRunning } from "../process/identity.ts";
import { removeTree } from "../process/remove-tree.ts";
import type { BytePath } from "./byte-path.ts";

/** What is known of a try on disk, for every process of the user. */
export type TryRecord = {
  readonly id: string;
  /** Without links. */
  readonly workspace: string;
  /** When it began: the time of day in ms, and the time that the kernel gave a file in that moment, in ns. */
  readonly startedAt: number;
  readonly stampNs: string;
  readonly basis: "overlay" | "copy";
  readonly commands: readonly string[];
  /** The host that runs its commands, and whether it may still: only what nothing writes to can be kept. */
  readonly host: Identity;
  readonly isOpen: boolean;
  /** What was kept of it. */
  readonly kept: readonly BytePath[];
  /** The ctimes that keeping gave to directories, in ns: they are no change of the user's. */
  readonly own: Readonly<Record<BytePath, string>>;
  /** What left it, or could have. */
  readonly escapes: readonly string[];
  /** What would be otherwise without the try, beside what the changes tell. */
  readonly differs: readonly string[];
};

const RECORD = "record.json";
const ASKED_TO_END = "end";
const ID = /^try_[0-9a-f]{8}$/;

export const triesOf = (stateDir: string): string => join(stateDir, "tries");

export const createTryId = (): string => `try_${randomHex(4)}`;

/** The directories of a try. */
export const placesOf = (
  stateDir: string,
  id: string,
): Record<"top" | "upper" | "work" | "merged" | "copy" | "renames", string> => {
  const top = join(triesOf(stateDir), id);
  const at = (name: string): string => join(top, name);
  return {
    top,
    upper: at("upper"),
    work: at("work"),
    merged: at("merged"),
    copy: at("copy"),
    renames: at("renames"), // a file: those that the overlay refused
  };
};

/** Where the changes of a try lie. */
export const holdOf = (stateDir: string, { id, basis }: Pick<TryRecord, "id" | "basis">): string =>
  placesOf(stateDir, id)[basis === "overlay" ? "upper" : "copy"];

/** Writes a JSON file so that a reader finds the old or the new one. */
export function writeWhole(path: string, value: unknown): void {
  const aside = `${path}.${randomHex(4)}`;
  try {
    writeFileSync(aside, JSON.stringify(value), { mode: 0o600, flush: true });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true }); // a full disk leaves half of it
    throw error;
  }
}

export function writeRecord(stateDir: string, record: TryRecord): void {
  const { top } = placesOf(stateDir, record.id);
  makeDirectory(top);
  writeWhole(join(top, RECORD), record);
}

/** Undefined where there is no such try. */
export function readRecord(stateDir: string, id: string): TryRecord | undefined {
  if (!ID.test(id)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(join(placesOf(stateDir, id).top, RECORD), "utf8"));
    return isRecord(value) && value["id"] === id ? (value as TryRecord) : undefined;
  } catch {
    return undefined; // not there, or not finished
  }
}

/** All tries, the oldest first. */
export function listRecords(stateDir: string): readonly TryRecord[] {
  const directory = triesOf(stateDir);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.flatMap((id) => readRecord(stateDir, id) ?? []).toSorted((a, b) => a.startedAt - b.startedAt);
}

/** Whether commands of it may still run. */
export const isRunningTry = ({ host, isOpen }: TryRecord): boolean => isOpen && isRunning(host);

/** Asks the host of a try to end what runs in it. */
export const askToEnd = (stateDir: string, id: string): void =>
  writeFileSync(join(placesOf(stateDir, id).top, ASKED_TO_END), "", { mode: 0o600 });

/** Whether another process of the user asked for that. */
export const isAskedToEnd = (stateDir: string, id: string): boolean =>
  existsSync(join(placesOf(stateDir, id).top, ASKED_TO_END));

/** Removes all of a try. False when something of it is left. */
export function removeTry(stateDir: string, id: string): boolean {
  const { top } = placesOf(stateDir, id);
  rmSync(join(top, RECORD), { force: true }); // half of a try is none
  return removeTree(top);
}
