import { accessSync, closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** Linux's flag for a descriptor that only names something; Node has no name for it. Zero elsewhere. */
const O_PATH = process.platform === "linux" ? 0o10000000 : constants.O_RDONLY;

/** A directory that was looked at, and what makes it that one and no other. */
export type UsableDirectory = {
  readonly kind: "usable";
  /** Without links. */
  readonly path: string;
  readonly device: number;
  readonly inode: number;
};

/** Why a directory cannot be started in, in words. */
export type UnusableDirectory = {
  readonly kind: "missing" | "not-a-directory" | "not-permitted" | "outside";
  readonly path: string;
  readonly reason: string;
};

/** Whether commands may start in a directory: it exists, can be entered, and lies in one of the operator's roots. Links are resolved first. */
export function checkDirectory(path: string, roots: readonly string[]): UsableDirectory | UnusableDirectory {
  if (!isAbsolute(path)) return { kind: "outside", path, reason: `${path} is not an absolute path` };
  let real: string;
  let descriptor: number;
  try {
    real = realpathSync(path);
    // Held open while it is looked at: what is checked and what is identified are one thing. O_PATH, because a directory
    // can be entered without being readable.
    descriptor = openSync(real, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    return unusable(path, codeOf(error));
  }
  try {
    accessSync(real, constants.X_OK);
    const { dev, ino } = fstatSync(descriptor);
    const allowed = roots.map(resolvedRoot).filter((root) => root !== undefined);
    if (!allowed.some((root) => isInside(real, root))) {
      const where = allowed.length === 0 ? "there is no allowed root" : `the allowed roots are ${allowed.join(", ")}`;
      return { kind: "outside", path: real, reason: `${real} is outside the workspace: ${where}` };
    }
    return { kind: "usable", path: real, device: dev, inode: ino };
  } catch (error) {
    return unusable(path, codeOf(error));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether a started process really is in the directory that was checked. Between a check and a start a directory can be
 * swapped for a link; afterwards the process's own directory cannot.
 */
export function isProcessIn(pid: number, directory: UsableDirectory): boolean {
  try {
    const { dev, ino } = statSync(`/proc/${pid}/cwd`);
    return (
      dev === directory.device && ino === directory.inode && !readlinkSync(`/proc/${pid}/cwd`).endsWith(" (deleted)")
    );
  } catch {
    return false; // gone, or never started
  }
}

/** Whether a path is that directory or lies in it, by whole segments. Both without links. */
export function isInside(path: string, directory: string): boolean {
  const steps = relative(directory, path);
  return steps === "" || (steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps));
}

function resolvedRoot(root: string): string | undefined {
  try {
    return realpathSync(root);
  } catch {
    return undefined; // a root that is not there allows nothing
  }
}

/** The answer for an error of the operating system. */
export function unusable(path: string, code: unknown): UnusableDirectory {
  switch (code) {
    case "ENOTDIR":
      return { kind: "not-a-directory", path, reason: `${path} is not a directory` };
    case "EACCES":
    case "EPERM":
      return { kind: "not-permitted", path, reason: `${path} cannot be entered by this user` };
    case "ELOOP":
      return { kind: "missing", path, reason: `${path} is a link that leads nowhere` };
    default:
      return { kind: "missing", path, reason: `${path} does not exist` };
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
