import { chmodSync, closeSync, constants, openSync } from "node:fs";
import { O_PATH } from "../../files/pinned-directory.ts";
import { type BytePath, bytesOf, nameOf, parentOf } from "../byte-path.ts";

const DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * A directory whose insides are reached step by step, by descriptor and never through a link: whatever is moved or
 * replaced meanwhile, nothing outside of it is touched.
 */
export class HeldTree {
  readonly #top: number;

  /** Links above the directory are followed: the caller has resolved them. */
  constructor(directory: BytePath) {
    this.#top = openSync(bytesOf(directory), DIRECTORY);
  }

  /**
   * Calls `act` with a path that leads to an entry even when a directory above it is moved. Undefined, and nothing done,
   * where a step on the way is missing or no directory.
   */
  at<T>(path: BytePath, act: (held: BytePath) => T): T | undefined {
    let fd = this.#top;
    try {
      for (const step of parentOf(path).split("/").filter(Boolean)) {
        const next = openStep(fd, step);
        if (fd !== this.#top) closeSync(fd);
        if (next === undefined) {
          fd = this.#top;
          return undefined;
        }
        fd = next;
      }
      return act(path === "" ? `/proc/self/fd/${fd}/.` : `/proc/self/fd/${fd}/${nameOf(path)}`);
    } finally {
      if (fd !== this.#top) closeSync(fd);
    }
  }

  close(): void {
    closeSync(this.#top);
  }
}

function openStep(fd: number, step: BytePath): number | undefined {
  try {
    return openSync(bytesOf(`/proc/self/fd/${fd}/${step}`), DIRECTORY);
  } catch {
    return undefined; // missing, a link, or no directory
  }
}

/** Changes the rights of the entry itself; of a link nothing. */
export function setRights(path: BytePath, mode: number): void {
  const fd = openSync(bytesOf(path), O_PATH | constants.O_NOFOLLOW);
  try {
    chmodSync(`/proc/self/fd/${fd}`, mode);
  } finally {
    closeSync(fd);
  }
}
