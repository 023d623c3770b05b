import { accessSync, constants, statSync } from "node:fs";

/** Fixed places only: a PATH may hold the workspace, and the wall must not be built by a program from there. */
const PLACES = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/run/current-system/sw/bin"] as const;

/** The absolute path of a program that only root can change, or undefined. */
export function trustedProgram(name: string, places: readonly string[] = PLACES): string | undefined {
  return places.map((place) => `${place}/${name}`).find(isTrusted);
}

function isTrusted(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const { uid, mode } = statSync(path);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false; // not there
  }
}
