import { readdirSync } from "node:fs";

/** The names in a directory, reached through links too; empty where it is missing or cannot be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
