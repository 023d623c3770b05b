import { closeSync, constants, fstatSync, openSync, readSync, rmSync, type Stats, writeFileSync } from "node:fs";

/*
 * Files in a directory that commands can write as well. Behind a name may be a link that leads out of their sandbox and
 * not out of ours, a pipe without a writer, or something endless: what is opened is looked at before it is used.
 */

/** Opens what lies at the path itself, if it is what it should be. Never waits, never follows. */
export function openUntrusted(path: string, isRight: (stat: Stats) => boolean): number | undefined {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return undefined; // gone, a link, or not ours to read
  }
  if (isRight(fstatSync(fd))) return fd;
  closeSync(fd);
  return undefined;
}

/** The text of a plain file of at most this size. */
export function readUntrusted(path: string, maxBytes: number): string | undefined {
  let size = 0;
  const fd = openUntrusted(path, (stat) => {
    size = stat.size;
    return stat.isFile() && size <= maxBytes;
  });
  if (fd === undefined) return undefined;
  try {
    // No more than it held when it was looked at: a command may still be writing to it.
    const bytes = Buffer.allocUnsafe(size);
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, size, 0));
  } finally {
    closeSync(fd);
  }
}

/** Writes a new file in place of another: never through what has its name. Where a directory has it, it throws: to empty one that others write is to be led astray. */
export function writeAnew(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { mode: 0o600, flag: "wx" });
}
