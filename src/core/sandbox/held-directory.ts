import { closeSync, constants, openSync, readlinkSync } from "node:fs";

/** Linux's flag for a descriptor that only names something; Node has no name for it. */
const O_PATH = 0o10000000;

/**
 * Does something in a directory that commands may move, by a path that leads there whatever becomes of its name. Undefined,
 * and nothing done, when the directory is not at this very path: it is gone, or a link leads elsewhere. The path is good
 * until what is done is done, and for child processes as well.
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
    fd = openSync(directory, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch {
    return undefined;
  }
  if (readlinkSync(`/proc/self/fd/${fd}`) === directory) return fd;
  closeSync(fd);
  return undefined;
}
