import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is that directory or lies in it, by whole segments. Both without links. */
export function isInside(path: string, directory: string): boolean {
  const steps = relative(directory, path);
  return steps === "" || (steps !== ".." && !steps.startsWith(`..${sep}`) && !isAbsolute(steps));
}

/** A path without links; unchanged where nothing lies there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // gone, or not there yet
  }
}
