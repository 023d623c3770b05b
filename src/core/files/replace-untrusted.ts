import {
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomHex } from "../base/ids.ts";
import { inDirectory } from "./pinned-directory.ts";

/**
 * Puts a file with these bytes in the place of another, in one step and never through a link. `was` is what lay there
 * when the host read it; undefined where nothing did. False, and nothing changed, when something else lies there by
 * now; false too when a command put another file in the place of the new one.
 */
export function replaceUntrusted(path: string, bytes: Buffer, was: Stats | undefined): boolean {
  return inDirectory(dirname(path), (held) => replaceIn(held, basename(path), { bytes, was })) ?? false;
}

function replaceIn(
  directory: string,
  name: string,
  { bytes, was }: { readonly bytes: Buffer; readonly was: Stats | undefined },
): boolean {
  const path = join(directory, name);
  const aside = `${path}.nacre-${randomHex(4)}`;
  if (!isUnchanged(path, was)) return false;
  try {
    const made = writeNew(aside, bytes, was?.mode ?? 0o644);
    renameSync(aside, path);
    const now = lstatSync(path, { throwIfNoEntry: false });
    return now?.ino === made.ino && now.dev === made.dev;
  } catch {
    rmSync(aside, { force: true });
    return false; // the directory may not be written, or a directory lies there
  }
}

function isUnchanged(path: string, was: Stats | undefined): boolean {
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (now === undefined || was === undefined) return now === was;
  return now.dev === was.dev && now.ino === was.ino && now.ctimeMs === was.ctimeMs;
}

/** Never opens what is there already. */
function writeNew(path: string, bytes: Buffer, mode: number): Stats {
  const fd = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    fchmodSync(fd, mode & 0o777);
    return fstatSync(fd);
  } finally {
    closeSync(fd);
  }
}
