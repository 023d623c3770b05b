import { chmodSync, closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { O_PATH } from "../../../files/pinned-directory.ts";

const NAMED = O_PATH | constants.O_NOFOLLOW;
/** The right to list a directory, to change it and to go through it. */
const ALL_OF_OWNER = 0o700;

/**
 * Gives the owner of a directory all rights to it, by descriptor: a command may have taken them away to hide what lies
 * in it. Returns whether it did. A directory of another user, one that lacks nothing, and one that does not lie at this
 * very path or is not new are left as they are.
 */
export function takeRights(directory: string, isNew: (ctimeMs: number) => boolean = () => true): boolean {
  let fd: number | undefined;
  try {
    fd = openSync(directory, NAMED);
    if (readlinkSync(`/proc/self/fd/${fd}`) !== directory) return false; // a link led elsewhere
    const { uid, mode, ctimeMs } = fstatSync(fd);
    const isDirectory = (mode & constants.S_IFMT) === constants.S_IFDIR;
    if (!isDirectory || uid !== process.geteuid?.() || !isNew(ctimeMs)) return false;
    if ((mode & ALL_OF_OWNER) === ALL_OF_OWNER) return false;
    chmodSync(`/proc/self/fd/${fd}`, (mode & 0o7777) | ALL_OF_OWNER);
    return true;
  } catch {
    return false; // gone, or of another user
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
