import { accessSync, constants, statSync } from "node:fs";
import { installCommand } from "./system/install-command.ts";

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

/** Why a program is not to be had from a place that only root can change, and what helps. */
export type Absence = { readonly reason: string; readonly fix: string };

/** The user that the kernel shows where a user namespace does not know the owner of a file. */
const UNMAPPED = 65_534;

/** `ownerOf` tells to whom a file of the system belongs. */
export function absenceOf(name: string, ownerOf: (path: string) => number = (path) => statSync(path).uid): Absence {
  if (ownerOf("/usr") !== UNMAPPED)
    return { reason: "not installed where only root can change it", fix: installCommand(name) };
  return {
    reason:
      "not to be trusted here: nacre runs in a user namespace that does not know root (a rootless container, the sandbox of another program, unshare), so that the kernel does not say whom a program belongs to",
    fix: "start nacre outside of that namespace",
  };
}
