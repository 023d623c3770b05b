import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { Fault } from "../base/fault.ts";
import { installCommand } from "./system/install-command.ts";

/** Fixed places first: a PATH that holds the workspace must not decide what nacre runs. */
const PLACES = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"] as const;

/** The absolute path of a system program, or undefined. */
export function findProgram(name: string, places: readonly string[] = PLACES): string | undefined {
  return places.map((place) => `${place}/${name}`).find(isExecutable);
}

/** Whether this user may run it, where it lies (a file system may forbid it). */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A session's bash needs `mapfile -d` and one line per variable in `declare -p`. */
const OLDEST_BASH = [4, 4] as const;

/** Asked once per path: the version does not change while the host runs. */
const versions = new Map<string, string>();

/** What a bash says of its version; empty for a program that is none. */
export function bashVersion(path: string): string {
  const known =
    versions.get(path) ??
    spawnSync(path, ["--norc", "-c", 'printf %s "$BASH_VERSION"'], {
      encoding: "utf8",
      env: {},
      // With a socket as stdin bash takes itself for a remote shell and runs the user's rc file.
      stdio: ["ignore", "pipe", "ignore"],
    }).stdout ??
    "";
  versions.set(path, known);
  return known;
}

function isNewEnough(path: string): boolean {
  const [major = 0, minor = 0] = bashVersion(path).split(".").map(Number);
  return major > OLDEST_BASH[0] || (major === OLDEST_BASH[0] && minor >= OLDEST_BASH[1]);
}

/** The bash that every command runs in: the first of the system's that is new enough (macOS ships one of 2007). */
export function bashPath(path?: string): string {
  const candidates = path === undefined ? PLACES.map((place) => `${place}/bash`) : [path];
  const present = candidates.filter(isExecutable);
  const found = present.find(isNewEnough);
  if (found !== undefined) return found;
  const seen = present.map((one) => `${one} is ${bashVersion(one) || "no bash"}`);
  const detail =
    seen.length > 0
      ? `${seen.join(", ")}; ${OLDEST_BASH.join(".")} or newer is needed`
      : `looked for ${candidates.join(", ")}`;
  throw new Fault("BASH_MISSING", `${detail}; to fix it: ${installCommand("bash")}`);
}
