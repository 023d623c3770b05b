import { type BigIntStats, closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { Fault } from "../base/fault.ts";
import { type BytePath, bytesOf, shownPath } from "./byte-path.ts";

const CHUNK_BYTES = 256 * 1024;

/** Opens a plain file, never through a link and without waiting for the writer of a pipe. */
export function openPlain(path: BytePath): number {
  const fd = openSync(bytesOf(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Fault("SYSTEM_REFUSED", `${shownPath(path)} is no plain file any more`);
}

/** The pieces of a plain file, one after the other, in the same memory. */
export function* piecesOf(path: BytePath): Generator<Buffer, void, void> {
  const fd = openPlain(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) yield chunk.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}

export const targetOf = (path: BytePath): BytePath => readlinkSync(bytesOf(path), { encoding: "latin1" });

type Entry = readonly [path: BytePath, stat: BigIntStats];

/** Whether two entries of the same type hold the same: bytes of a file, the target of a link. */
export function isSameContent([path, stat]: Entry, [other, otherStat]: Entry): boolean {
  if (stat.isSymbolicLink()) return targetOf(path) === targetOf(other);
  if (!stat.isFile()) return true;
  if (stat.size !== otherStat.size) return false;
  const others = piecesOf(other);
  try {
    for (const piece of piecesOf(path)) if (others.next().value?.equals(piece) !== true) return false;
    return true;
  } finally {
    others.return();
  }
}
