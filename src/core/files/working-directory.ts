import { accessSync, constants, existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Fault } from "../base/fault.ts";
import { codeOf } from "../base/system-error.ts";
import { directoryProblem } from "./directory-problem.ts";
import { isInside, realPath } from "./path-inside.ts";

/** Where a shell starts. A session may have come there through links, and keeps calling it by that name. */
export type StartDirectory = {
  /** Without links. */
  readonly path: string;
  readonly name: string;
};

/** Where a session goes on when all its directories are gone. */
export const ROOT: StartDirectory = { path: "/", name: "/" };

/** Why a shell is not in the directory it should be in. */
export const notThere = (path: string): string =>
  `${path} was replaced meanwhile, leads through a link, or is not shown in the sandbox`;

/**
 * The directory without links, or a fault: commands may start in it if it exists, can be entered, and lies in one of
 * the operator's roots.
 */
export function usableDirectory(path: string, roots: readonly string[] = [path]): string {
  if (!isAbsolute(path)) throw unusable(`${path} is not an absolute path`);
  const real = realDirectory(path);
  if (roots.includes(path)) return real; // also the default root
  const allowed = roots.filter((root) => existsSync(root)).map(realPath); // one that does not exist allows nothing
  if (allowed.some((root) => isInside(real, root))) return real;
  const where = allowed.length === 0 ? "there is no allowed root" : `the allowed roots are ${allowed.join(", ")}`;
  throw unusable(`${real} is outside the workspace: ${where}`);
}

function realDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    accessSync(`${real}/`, constants.X_OK);
    return real;
  } catch (error) {
    throw unusable(directoryProblem(path, codeOf(error)));
  }
}

const unusable = (reason: string): Fault => new Fault("DIRECTORY_UNUSABLE", reason);

/**
 * Where a process really is, without links, as the kernel tells. Between two looks a command can swap what a path leads
 * to, and a shell can say anything of itself. Undefined when the process or its directory is gone.
 */
export function directoryOf(pid: number): string | undefined {
  try {
    const cwd = `/proc/${pid}/cwd`;
    const path = readlinkSync(cwd);
    // The kernel marks a deleted one by these words, which a name may end in as well.
    return path.endsWith(" (deleted)") && !isSameFile(cwd, path) ? undefined : path;
  } catch {
    return undefined;
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}
