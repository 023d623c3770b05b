import { join } from "node:path";
import { hostEnvironment } from "../../process/environment.ts";
import { usualStateDir } from "../../process/state-flag.ts";

/** Where nacre keeps what outlives a process: `$NACRE_STATE_DIR`, else `$XDG_STATE_HOME/nacre`, else the usual place. */
export function defaultStateDir(env: Readonly<Record<string, string | undefined>> = hostEnvironment()): string {
  if (env["NACRE_STATE_DIR"]) return env["NACRE_STATE_DIR"];
  return env["XDG_STATE_HOME"] ? join(env["XDG_STATE_HOME"], "nacre") : usualStateDir();
}
