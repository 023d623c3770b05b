import { constants, type Stats } from "node:fs";
import { chmod, copyFile, lstat, lutimes, mkdir, open, readdir, readlink, symlink, unlink } from "node:fs/promises";
import { codeOf } from "../base/system-error.ts";
import { type HeldDirectory, holdDirectory } from "./pinned-directory.ts";

/** Each level costs two descriptors. */
const MAX_DEPTH = 200;

export type CopyOptions = {
  /** Whether existing files stay; otherwise they are replaced. */
  readonly keep: boolean;
  /** Names that are left out at every depth. */
  readonly without: readonly string[];
};

/** Copies paths below one directory to the same paths below another. */
export async function copyPaths(
  paths: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
  options: CopyOptions,
): Promise<void> {
  const [source, target] = [await holdDirectory(from), await makeHeld(to)];
  try {
    if (source === undefined || target === undefined) return;
    for (const path of paths) await copyStep(path.replace(/\/$/, "").split("/"), { from: source, to: target, options });
  } finally {
    await source?.close();
    await target?.close();
  }
}

/** Both sides of a copy, held so that no command can lead it elsewhere. */
type Held = { readonly from: HeldDirectory; readonly to: HeldDirectory; readonly options: CopyOptions };

async function copyStep([name = "", ...steps]: readonly string[], { from, to, options }: Held): Promise<void> {
  if (steps.length === 0) return copyEntry(name, { from, to, options });
  const inner = await holdDirectory(`${from.path}/${name}`);
  const target = inner === undefined ? undefined : await makeHeld(`${to.path}/${name}`);
  try {
    if (inner !== undefined && target !== undefined) await copyStep(steps, { from: inner, to: target, options });
  } finally {
    await inner?.close();
    await target?.close();
  }
}

/**
 * Copies the entry of this name from one directory to another, step by step and never through a link on either side: a
 * link stays a link, and a directory replaces a link that stands in its place. Sockets, pipes and devices are skipped.
 */
async function copyEntry(name: string, { from, to, options }: Held, depth = 0): Promise<void> {
  const [source, target] = [`${from.path}/${name}`, `${to.path}/${name}`];
  const stat = await statAt(source);
  if (stat === undefined || depth > MAX_DEPTH) return;
  const there = await statAt(target);
  if (stat.isDirectory()) return copyDirectory({ source, target, stat }, options, depth);
  if (there !== undefined && (options.keep || there.isDirectory())) return;
  if (there !== undefined) await unlink(target);
  if (stat.isSymbolicLink()) {
    const destination = await unlessChanged(readlink(source));
    if (destination !== undefined) await symlink(destination, target);
  } else if (stat.isFile()) await copyPlainFile(source, target);
}

async function copyDirectory(
  { source, target, stat }: { readonly source: string; readonly target: string; readonly stat: Stats },
  options: CopyOptions,
  depth: number,
): Promise<void> {
  const from = await holdDirectory(source);
  const to = from === undefined ? undefined : await makeHeld(target);
  try {
    if (from === undefined || to === undefined) return;
    const names = (await readdir(from.path)).filter((name) => !options.without.includes(name));
    for (const name of names) await copyEntry(name, { from, to, options }, depth + 1);
    await chmod(to.path, (stat.mode & 0o777) | 0o700);
    await lutimes(target, stat.atime, stat.mtime);
  } finally {
    await from?.close();
    await to?.close();
  }
}

/** Makes and holds a directory of this name; removes anything else of that name. */
async function makeHeld(path: string): Promise<HeldDirectory | undefined> {
  const there = await statAt(path);
  if (there?.isDirectory() === false) await unlink(path);
  if (there?.isDirectory() !== true) await mkdir(path, { mode: 0o700 });
  return holdDirectory(path);
}

/**
 * By descriptor: the file is checked before it is copied, and a pipe cannot block the copy. Blocks are shared where the
 * file system copies them on a write; never by a hard link, which a command could write through.
 */
async function copyPlainFile(source: string, target: string): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await unlessChanged(open(source, flags));
  if (handle === undefined) return;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return;
    const held = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : source;
    await copyFile(held, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await lutimes(target, stat.atime, stat.mtime);
  } finally {
    await handle.close();
  }
}

/** The error codes for something that is gone, or is not what it was at the last look. */
const CHANGED: readonly string[] = ["ENOENT", "ENOTDIR", "EINVAL", "ELOOP", "ENXIO"];

/** Undefined when a command removed or replaced the entry meanwhile: the copy goes on without it. */
async function unlessChanged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (CHANGED.includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function statAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined; // not there, or a name that is not UTF-8
  }
}
