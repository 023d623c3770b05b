import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, sep } from "node:path";
import { isInside } from "./path-inside.ts";

/** As many links as the kernel follows. */
const MAX_LINKS = 40;

/**
 * Whether the way to a path, link by link, touches one of these directories: a command that can write there decides
 * where the path ends.
 */
export function passesThrough(path: string, directories: readonly string[]): boolean {
  let at: string = sep;
  let links = 0;
  const left = path.split(sep);
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    at = name === ".." ? dirname(at) : join(at, name);
    if (directories.some((directory) => isInside(at, directory))) return true;
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
    if (++links > MAX_LINKS) return true;
    const target = readlinkSync(at);
    at = isAbsolute(target) ? sep : dirname(at);
    left.unshift(...target.split(sep));
  }
  return false;
}
