import { accessSync, constants, existsSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Fault } from "../base/fault.ts";
import { codeOf } from "../base/system-error.ts";
import { directoryProblem } from "./directory-problem.ts";
import { isInside, realPath } from "./path-inside.ts";

/** Where a shell starts. A session may have come there through links, and goes on calling it by that name. */
export type StartDirectory = {
  /** Without links. */
  readonly path: string;
  readonly name: string;
};

/** Where a session goes on whose directories are all gone. */
export const ROOT: StartDirectory = { path: "/", name: "/" };

/** Why a shell is not where it was to be. */
export const notThere = (path: string): string =>
  `${path} was replaced meanwhile, leads through a link, or is not shown in the sandbox`;

/** The directory without links, or a fault: commands may start in it if it exists, can be entered, and lies in one of the operator's roots. */
export function usableDirectory(path: string, roots: readonly string[] = [path]): string {
  if (!isAbsolute(path)) throw unusable(`${path} is not an absolute path`);
  const real = realDirectory(path);
  // A root that is not there allows nothing. The usual one is the directory itself, which is there.
  const allowed = roots
    .filter((root) => root === path || existsSync(root))
    .map((root) => (root === path ? real : realPath(root)));
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
 * Where a process really is, without links: the kernel's word. What a path leads to can be swapped between any look at it
 * and the next, and what a shell says of itself is its own affair. Undefined when the process or its directory is gone.
 */
export function directoryOf(pid: number): string | undefined {
  try {
    const path = readlinkSync(`/proc/${pid}/cwd`);
    return path.endsWith(" (deleted)") ? undefined : path;
  } catch {
    return undefined;
  }
}
