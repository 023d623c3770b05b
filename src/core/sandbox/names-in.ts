import { lstatSync, readdirSync } from "node:fs";

/** What is in a directory that commands may take away or replace: nothing, when it is none. */
export function namesIn(directory: string): readonly string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : [];
  } catch {
    return []; // not there
  }
}

/** The directories in it where somebody may have put a repository. */
export function directoriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules")
      .map((entry) => entry.name);
  } catch {
    return []; // gone, and with it what could be guarded
  }
}
