import { constants, type Stats } from "node:fs";
import {
  chmod,
  copyFile,
  type FileHandle,
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

const O_PATH = 0o10000000;
/** Each level costs two descriptors. */
const MAX_DEPTH = 200;

/**
 * A directory that others may move or replace while it is used. `path` leads there whatever becomes of its name; where the
 * system has no such paths, there is no sandbox either, and it is the name.
 */
export type HeldDirectory = { readonly path: string; close(): Promise<void> };

/** Holds a directory; undefined when there is none at the path itself. */
export async function holdDirectory(path: string): Promise<HeldDirectory | undefined> {
  if (process.platform !== "linux") {
    const isThere = (await statAt(path))?.isDirectory() === true;
    return isThere ? { path, close: () => Promise.resolve() } : undefined;
  }
  try {
    const handle = await open(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  } catch {
    return undefined; // gone, a link, or no directory
  }
}

export type CopyOptions = {
  /** What is there already stays; else it is replaced. */
  readonly keep: boolean;
  /** Names that are left out, at every depth. */
  readonly without: readonly string[];
  /** Files below a directory of this name never change, and are linked where they can be. */
  readonly linkBelow?: string;
};

/**
 * Copies what has this name in one directory to another, step by step and never through a link on either side: what is a
 * link stays one, and a link in the place of a directory makes room for one. Sockets, pipes and devices hold nothing that
 * could be copied.
 */
export async function copyEntry(
  from: HeldDirectory,
  name: string,
  to: HeldDirectory,
  options: CopyOptions,
  depth = 0,
): Promise<void> {
  const [source, target] = [`${from.path}/${name}`, `${to.path}/${name}`];
  const stat = await statAt(source);
  if (stat === undefined || depth > MAX_DEPTH) return;
  const there = await statAt(target);
  if (stat.isDirectory()) return copyDirectory(source, target, stat, options, depth);
  if (there !== undefined && (options.keep || there.isDirectory())) return;
  if (there !== undefined) await unlink(target);
  if (stat.isSymbolicLink()) await symlink(await readlink(source), target);
  else if (stat.isFile()) await copyPlainFile(source, target, options);
}

async function copyDirectory(
  source: string,
  target: string,
  stat: Stats,
  options: CopyOptions,
  depth: number,
): Promise<void> {
  const from = await holdDirectory(source);
  const to = from === undefined ? undefined : await makeDirectory(target);
  try {
    if (from === undefined || to === undefined) return;
    const names = (await readdir(from.path)).filter((name) => !options.without.includes(name));
    const inner = isNamed(source, options.linkBelow) ? { ...options, linkBelow: "" } : options;
    for (const name of names) await copyEntry(from, name, to, inner, depth + 1);
    await chmod(to.path, (stat.mode & 0o777) | 0o700);
    await lutimes(target, stat.atime, stat.mtime);
  } finally {
    await from?.close();
    await to?.close();
  }
}

const isNamed = (path: string, name: string | undefined): boolean => name !== undefined && path.endsWith(`/${name}`);

/** A directory of this name, held; what is something else goes. */
export async function makeDirectory(path: string): Promise<HeldDirectory | undefined> {
  const there = await statAt(path);
  if (there?.isDirectory() === false) await unlink(path);
  if (there?.isDirectory() !== true) await mkdir(path, { mode: 0o700 });
  return holdDirectory(path);
}

/** By descriptor: it is looked at before it is copied, and nothing waits for a pipe. */
async function copyPlainFile(source: string, target: string, { linkBelow }: CopyOptions): Promise<void> {
  if (linkBelow === "" && (await isLinked(source, target))) return;
  let handle: FileHandle | undefined;
  try {
    handle = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) return;
    const held = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : source;
    await copyFile(held, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await lutimes(target, stat.atime, stat.mtime);
  } finally {
    await handle?.close();
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
