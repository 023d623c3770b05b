import { join } from "node:path";
import { homeDirectory } from "../../files/home-directory.ts";
import { hostEnvironment } from "../../process/environment.ts";

/** Where nacre keeps what outlives a process: `$NACRE_STATE_DIR`, else `$XDG_STATE_HOME/nacre`, else `~/.local/state/nacre`. */
export function defaultStateDir(env: Readonly<Record<string, string | undefined>> = hostEnvironment()): string {
  if (env["NACRE_STATE_DIR"]) return env["NACRE_STATE_DIR"];
  return env["XDG_STATE_HOME"]
    ? join(env["XDG_STATE_HOME"], "nacre")
    : join(homeDirectory(), ".local", "state", "nacre");
}
