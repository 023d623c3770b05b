import { accessSync, constants, existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Fault } from "../base/fault.ts";
import { codeOf } from "../base/system-error.ts";
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

/** A directory that may be started in, without links. */
export type UsableDirectory = { readonly kind: "usable"; readonly path: string };

/** Why a directory cannot be started in, in words. */
export type UnusableDirectory = {
  readonly kind: "missing" | "not-a-directory" | "not-permitted" | "outside";
  readonly path: string;
  readonly reason: string;
};

/** Whether commands may start in a directory: it exists, can be entered, and lies in one of the operator's roots. Links are resolved first. */
export function checkDirectory(path: string, roots: readonly string[]): UsableDirectory | UnusableDirectory {
  if (!isAbsolute(path)) return { kind: "outside", path, reason: `${path} is not an absolute path` };
  try {
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) return unusable(path, "ENOTDIR");
    accessSync(real, constants.X_OK);
    // A root that is not there allows nothing. The usual one is the directory itself, which is there.
    const allowed = roots
      .filter((root) => root === path || existsSync(root))
      .map((root) => (root === path ? real : realPath(root)));
    if (!allowed.some((root) => isInside(real, root))) {
      const where = allowed.length === 0 ? "there is no allowed root" : `the allowed roots are ${allowed.join(", ")}`;
      return { kind: "outside", path: real, reason: `${real} is outside the workspace: ${where}` };
    }
    return { kind: "usable", path: real };
  } catch (error) {
    return unusable(path, codeOf(error));
  }
}

/** The directory without links, or a fault: one clear sentence for each way it can be wrong. */
export function usableDirectory(path: string, roots: readonly string[] = [path]): string {
  const checked = checkDirectory(path, roots);
  if (checked.kind !== "usable") throw new Fault("DIRECTORY_UNUSABLE", checked.reason);
  return checked.path;
}

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

/** The answer for an error of the operating system. */
export function unusable(path: string, code: string): UnusableDirectory {
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
