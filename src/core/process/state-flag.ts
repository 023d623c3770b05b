import { join } from "node:path";
import { homeDirectory } from "../files/home-directory.ts";

/** The state directory of a user who has set no other. */
export const usualStateDir = (): string => join(homeDirectory(), ".local", "state", "nacre");

/**
 * What a command line of nacre needs to find this state directory: nothing, or a flag behind a blank. Variables count for
 * nothing: the user's terminal may not have those of the host.
 */
export function stateFlag(stateDir: string): string {
  if (stateDir === usualStateDir()) return "";
  const word = /^[\w@%+=:,./-]+$/.test(stateDir) ? stateDir : `'${stateDir.replaceAll("'", "'\\''")}'`;
  return ` --state-dir ${word}`;
}
