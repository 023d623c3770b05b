import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** In a path with none of these, every segment is a name. */
const STEPS = /\/\.{0,2}(?:\/|$)/;

const isPlain = (path: string): boolean => path.startsWith("/") && !STEPS.test(path);

/** Whether a path is that directory or lies in it, by whole segments. Both without links. */
export function isInside(path: string, directory: string): boolean {
  if (sep === "/" && isPlain(path) && isPlain(directory)) return path === directory || path.startsWith(`${directory}/`);
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
