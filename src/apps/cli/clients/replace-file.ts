import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Fault } from "../../../core/base/fault.ts";
import { randomHex } from "../../../core/base/ids.ts";
import { codeOf, systemReason } from "../../../core/base/system-error.ts";
import { makeDirectory } from "../../../core/files/make-directory.ts";
import { isInside } from "../../../core/files/path-inside.ts";

/** A file that is to be changed, as it is now. */
export type FoundFile = {
  /** Where it really lies: links are followed. */
  readonly path: string;
  /** Undefined where there is none yet. */
  readonly text: string | undefined;
};

/**
 * The file behind a name. A link is followed, because users keep such files elsewhere and link them; but not out of the
 * project (`within`), because a clone could have brought it along, and not to nothing.
 */
export function findFile(name: string, within: string | undefined): FoundFile {
  const path = realPlace(name);
  if (within !== undefined && !isInside(path, realPlace(within))) {
    throw leftAlone(name, `leads out of the project, to ${path}`);
  }
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { path, text: undefined };
  if (!stat.isFile()) throw leftAlone(name, "is not a file");
  // A rename would replace it all the same, but its owner said no.
  if ((stat.mode & 0o200) === 0) throw leftAlone(name, "is read-only");
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (cause) {
    throw leftAlone(name, "cannot be read", cause);
  }
}

const leftAlone = (path: string, what: string, cause?: unknown): Fault => {
  const why = cause === undefined ? "" : ` (${systemReason(cause)})`;
  return new Fault("CONFIG_INVALID", `${path} ${what}${why}; it is left as it is`, { cause });
};

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A path without links. Where nothing lies yet, that of the nearest directory that is there, and the rest. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw leftAlone(path, "cannot be reached", cause);
    if (isLink(path)) throw leftAlone(path, "is a link that leads nowhere");
    return join(realPlace(dirname(path)), basename(path));
  }
}

/**
 * Puts a text in a file's place at once, so that no reader sees half of it, with the old mode and owner. What was there
 * is kept beside it, never over an older copy; the name of the copy is returned.
 */
export function replaceFile({ path, text: before }: FoundFile, text: string): string | undefined {
  const fresh = join(dirname(path), `.${basename(path)}.${randomHex(4)}`);
  try {
    makeDirectory(dirname(path), 0o755);
    writeFileSync(fresh, text, { flag: "wx", mode: 0o644 });
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined) likeOld(fresh, stat);
    // The client itself may have written it since it was read.
    const now = stat === undefined ? undefined : readFileSync(path, "utf8");
    if (now !== before) throw leftAlone(path, "was changed meanwhile");
    const copy = stat === undefined ? undefined : copyBeside(path);
    renameSync(fresh, path);
    return copy;
  } catch (cause) {
    rmSync(fresh, { force: true });
    throw cause instanceof Fault ? cause : leftAlone(path, "cannot be written", cause);
  }
}

/** Gives a file the mode and owner of the one it replaces. */
function likeOld(path: string, { mode, uid, gid }: Stats): void {
  chmodSync(path, mode & 0o7777);
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid);
}

/** Copies a file to the first free name beside it. */
function copyBeside(path: string): string {
  for (let number = 1; ; number++) {
    const copy = `${path}.before-nacre${number === 1 ? "" : `-${number}`}`;
    try {
      copyFileSync(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}
