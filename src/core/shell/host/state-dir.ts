import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../base/fault.ts";
import { codeOf, messageOf } from "../../base/system-error.ts";
import { checkOwn } from "../../files/make-directory.ts";
import { hostEnvironment } from "../../process/environment.ts";
import { usualStateDir } from "../../process/state-flag.ts";

/** Where nacre keeps what outlives a process: `$NACRE_STATE_DIR`, else `$XDG_STATE_HOME/nacre`, else the usual place. */
export function defaultStateDir(env: Readonly<Record<string, string | undefined>> = hostEnvironment()): string {
  if (env["NACRE_STATE_DIR"]) return env["NACRE_STATE_DIR"];
  return env["XDG_STATE_HOME"] ? join(env["XDG_STATE_HOME"], "nacre") : usualStateDir();
}

/**
 * Throws where this user may not read what other hosts left, since nothing seen would be taken for nothing there; and
 * where another user could replace it.
 */
export function checkReadable(stateDir: string): void {
  checkOwn(stateDir);
  for (const part of ["", "hosts", "ended", "journal"]) {
    const path = join(stateDir, part);
    try {
      accessSync(path, constants.R_OK | constants.X_OK);
    } catch (error) {
      // A file in the place of a directory is told by what looks into it.
      if (codeOf(error) !== "EACCES" || isFile(path)) continue;
      throw new Fault("STATE_DIR_UNUSABLE", messageOf(error), { cause: error });
    }
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // nobody can tell
  }
}
