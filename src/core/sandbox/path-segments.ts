import { lstatSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Whether a path is that directory or lies in it, by whole segments. Both resolved. */
export function isWithin(path: string, directory: string): boolean {
  const steps = relative(directory, path);
  return steps === "" || (steps !== ".." && !steps.startsWith(`..${sep}`));
}

/** Every directory above a path, nearest first, without the root. */
export function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path || parent === "/" ? [] : [parent, ...ancestorsOf(parent)];
}

/** What really lies at a path below a trusted directory: no component after that directory may be a link. */
export function realKindAt(base: string, steps: string): "file" | "directory" | "missing" | "link" {
  let path = base;
  const names = steps.split(sep).filter((name) => name !== "");
  for (const [index, name] of names.entries()) {
    path = join(path, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    if (stat.isSymbolicLink()) return "link";
    if (stat.isDirectory()) continue;
    return index === names.length - 1 ? "file" : "missing";
  }
  return "directory";
}
