import { lstatSync } from "node:fs";
import { join, sep } from "node:path";

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
