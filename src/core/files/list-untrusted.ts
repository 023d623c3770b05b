import { lstatSync, readdirSync } from "node:fs";

/**
 * The names in a directory that commands may remove or replace. Never through a link: empty when the path itself is no
 * directory.
 */
export function untrustedNamesIn(directory: string): readonly string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : [];
  } catch {
    return []; // not there
  }
}
