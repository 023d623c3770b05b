import { lstatSync, readdirSync } from "node:fs";

/** What is in a directory that commands may take away or replace: nothing, when it is none. */
export function namesIn(directory: string): readonly string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : [];
  } catch {
    return []; // not there
  }
}
