import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and its parents, private by default. Not Node's own `recursive`: below /proc that never returns.
 */
export function makeDirectory(path: string, mode = 0o700): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path)) throw error; // otherwise another process made it meanwhile
  }
}
