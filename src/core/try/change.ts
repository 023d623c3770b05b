import type { BigIntStats } from "node:fs";
import type { BytePath } from "./byte-path.ts";

export type EntryType = "file" | "directory" | "link" | "pipe" | "socket" | "device";

/** One side of a change. */
export type Side = {
  readonly type: EntryType;
  /** The rights, as in `0644`. */
  readonly mode: string;
  readonly bytes: number;
};

/** Why a change wants a second look: tools run or obey the file by themselves, or it holds secrets by custom. */
export type Mark = "guarded" | "secret";

/** One path that a try changed. */
export type Change = {
  /** From the workspace; bytes that are no text are written out. */
  readonly path: string;
  readonly kind: "added" | "modified" | "deleted" | "renamed" | "mode" | "type";
  /** With `renamed`: where it was. */
  readonly from?: string;
  /** In the workspace; undefined for what was added. */
  readonly before?: Side;
  /** In the try; undefined for what was deleted. */
  readonly after?: Side;
  readonly marks?: readonly Mark[];
  /** With a directory that was deleted, or renamed: how many files it held. */
  readonly files?: number;
};

/** A change with the bytes of its path. */
export type FoundChange = Change & {
  readonly at: BytePath;
  readonly fromAt?: BytePath;
  /** How many names the file has in the workspace, where it has several. */
  readonly names?: number;
};

const RIGHTS = 0o7777;

export const rightsOf = ({ mode }: BigIntStats): number => Number(mode) & RIGHTS;

export function typeOf(stat: BigIntStats): EntryType {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "directory";
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFIFO()) return "pipe";
  return stat.isSocket() ? "socket" : "device";
}

export const sideOf = (stat: BigIntStats): Side => ({
  type: typeOf(stat),
  mode: rightsOf(stat).toString(8).padStart(4, "0"),
  bytes: stat.isDirectory() ? 0 : Number(stat.size),
});
