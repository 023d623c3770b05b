import { closeSync, constants, openSync, readlinkSync } from "node:fs";
import { lstat, open } from "node:fs/promises";

/** Linux's flag for a descriptor that only names a file; Node has no name for it. */
export const O_PATH = 0o10000000;
const NAMES_A_DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Calls `act` with a path that leads to the directory even when a command moves it. Undefined, and nothing done, when
 * the directory is not at this very path: it is gone, or a link leads elsewhere. The path works until `act` returns or
 * its promise settles, and for child processes as well.
 */
export function inDirectory<T>(directory: string, act: (held: string) => T): T | undefined {
  const fd = hold(directory);
  if (fd === undefined) return undefined;
  let result: T | undefined;
  try {
    result = act(`/proc/${process.pid}/fd/${fd}`);
    return result;
  } finally {
    if (result instanceof Promise) void result.finally(() => closeSync(fd)).catch(() => undefined);
    else closeSync(fd);
  }
}

function hold(directory: string): number | undefined {
  let fd: number;
  try {
    fd = openSync(directory, NAMES_A_DIRECTORY);
  } catch {
    return undefined;
  }
  if (readlinkSync(`/proc/self/fd/${fd}`) === directory) return fd;
  closeSync(fd);
  return undefined;
}

/**
 * A directory that other processes may move or replace while it is used. `path` leads there even then; where the system
 * has no such paths there is no sandbox either, and `path` is the name.
 */
export type HeldDirectory = { readonly path: string; close(): Promise<void> };

/** Holds a directory until `close`; undefined when the path itself is no directory. Its parents may be links. */
export async function holdDirectory(path: string): Promise<HeldDirectory | undefined> {
  try {
    if (process.platform !== "linux")
      return (await lstat(path)).isDirectory() ? { path, close: () => Promise.resolve() } : undefined;
    const handle = await open(path, NAMES_A_DIRECTORY);
    return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  } catch {
    return undefined; // gone, a link, or no directory
  }
}
