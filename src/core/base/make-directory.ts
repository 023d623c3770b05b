import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** A private directory with its parents. Not Node's own `recursive`: below /proc that never returns. */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(path)) throw error; // else somebody else made it meanwhile
  }
}
