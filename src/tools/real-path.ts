import { realpathSync } from "node:fs";

/** A path without links; as it is where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // gone, or not there yet: its name is all there is
  }
}
