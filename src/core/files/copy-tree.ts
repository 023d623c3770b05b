import { constants, type Stats } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readlink,
  symlink,
  unlink,
} from "node:fs/promises";
import { codeOf } from "../base/system-error.ts";
import { type HeldDirectory, holdDirectory } from "./pinned-directory.ts";

/** Each level costs two descriptors. */
const MAX_DEPTH = 200;

export type CopyOptions = {
  /** What is there already stays; else it is replaced. */
  readonly keep: boolean;
  /** Names that are left out, at every depth. */
  readonly without: readonly string[];
  /** Files below a directory of this name never change, and are linked where they can be. */
  readonly linkBelow?: string;
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
 * Copies what has this name in one directory to another, step by step and never through a link on either side: what is a
 * link stays one, and a link in the place of a directory makes room for one. Sockets, pipes and devices hold nothing that
 * could be copied.
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
  } else if (stat.isFile()) await copyPlainFile(source, target, options);
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
    const inner = isNamed(source, options.linkBelow) ? { ...options, linkBelow: "" } : options;
    for (const name of names) await copyEntry(name, { from, to, options: inner }, depth + 1);
    await chmod(to.path, (stat.mode & 0o777) | 0o700);
    await lutimes(target, stat.atime, stat.mtime);
  } finally {
    await from?.close();
    await to?.close();
  }
}

const isNamed = (path: string, name: string | undefined): boolean => name !== undefined && path.endsWith(`/${name}`);

/** A directory of this name, held; what is something else goes. */
async function makeHeld(path: string): Promise<HeldDirectory | undefined> {
  const there = await statAt(path);
  if (there?.isDirectory() === false) await unlink(path);
  if (there?.isDirectory() !== true) await mkdir(path, { mode: 0o700 });
  return holdDirectory(path);
}

/** By descriptor: it is looked at before it is copied, and nothing waits for a pipe. */
async function copyPlainFile(source: string, target: string, { linkBelow }: CopyOptions): Promise<void> {
  if (linkBelow === "" && (await isLinked(source, target))) return;
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

/** How the system says that something is gone, or is not what it was when it was looked at. */
const CHANGED: readonly string[] = ["ENOENT", "ENOTDIR", "EINVAL", "ELOOP", "ENXIO"];

/** What commands take away under our hands is not there to be copied; that is no reason to copy nothing. */
async function unlessChanged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (CHANGED.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Another file system, or one without links, takes a copy. */
async function isLinked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
  } catch {
    return false;
  }
  if ((await statAt(target))?.isFile() === true) return true;
  await unlink(target);
  return false;
}

async function statAt(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined; // not there, or a name that cannot be said
  }
}
