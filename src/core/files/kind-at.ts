import { lstatSync, type Stats } from "node:fs";
import { join, relative, sep } from "node:path";
import { isMissing } from "../base/system-error.ts";

/** What lies at a path, a link as itself; undefined where nothing does, also where the path leads through a file. */
export function statAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export type Kind = "file" | "directory" | "missing" | "link" | "special";

/**
 * What really lies at a path below a trusted directory; no component after that directory may be a link. Pipes, sockets
 * and devices are special.
 */
export function realKindAt(base: string, steps: string): Kind {
  let path = base;
  const names = steps.split(sep).filter((name) => name !== "");
  for (const [index, name] of names.entries()) {
    path = join(path, name);
    const stat = statAt(path);
    if (stat === undefined) return "missing";
    if (stat.isSymbolicLink()) return "link";
    if (stat.isDirectory()) continue;
    if (index < names.length - 1) return "missing";
    return stat.isFile() ? "file" : "special";
  }
  return "directory";
}

/** The same, for the whole path of something below that directory. */
export const kindIn = (base: string, path: string): Kind => realKindAt(base, relative(base, path));
