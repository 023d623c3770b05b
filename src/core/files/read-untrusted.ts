import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { isOutOfDescriptors, systemFault } from "../base/system-fault.ts";

/*
 * Files in a directory that commands can write as well. A name may be a link that dangles inside the sandbox and leads to
 * a file of the host outside, a pipe without a writer, or an endless file: nacre checks what it opened before it uses it.
 */

/** Opens the file at the path itself, if it is the right kind. Never waits, never follows a link; a fault without a descriptor. */
export function openUntrusted(path: string, isRight: (stat: Stats) => boolean): number | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw systemFault(error);
    return undefined; // gone, a link, or not readable for this user
  }
  if (isRight(fstatSync(fd))) return fd;
  closeSync(fd);
  return undefined;
}

/** The bytes of a plain file, and what the kernel said of the file when it was opened. */
export type UntrustedBytes = { readonly bytes: Buffer; readonly stat: Stats };

/** A plain file of at most this size, if it is the right one. */
export function readUntrustedBytes(
  path: string,
  maxBytes: number,
  isRight: (stat: Stats) => boolean = () => true,
): UntrustedBytes | undefined {
  let stat: Stats | undefined;
  const fd = openUntrusted(path, (found) => {
    stat = found;
    return found.isFile() && found.size <= maxBytes && isRight(found);
  });
  if (fd === undefined || stat === undefined) return undefined;
  try {
    // No more than its size at the check: a command may still be writing to it.
    const bytes = Buffer.allocUnsafe(stat.size);
    return { bytes: bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0)), stat };
  } finally {
    closeSync(fd);
  }
}

/** The text of such a file. */
export const readUntrusted = (...which: Parameters<typeof readUntrustedBytes>): string | undefined =>
  readUntrustedBytes(...which)?.bytes.toString("utf8");
