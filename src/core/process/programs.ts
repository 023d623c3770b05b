import { accessSync, constants } from "node:fs";
import { Fault } from "../base/fault.ts";

/** Fixed places first: a PATH that holds the workspace must not decide what we run. */
const PLACES = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"] as const;

/** The absolute path of a system program, or undefined. */
export function findProgram(name: string, places: readonly string[] = PLACES): string | undefined {
  return places.map((place) => `${place}/${name}`).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bash every command runs in. */
export function bashPath(path?: string): string {
  const found = path === undefined ? findProgram("bash") : isExecutable(path) ? path : undefined;
  if (found === undefined) {
    throw new Fault(
      "BASH_MISSING",
      `looked for ${path ?? PLACES.map((place) => `${place}/bash`).join(", ")}; install bash, e.g. apt-get install bash`,
    );
  }
  return found;
}

/** The perl that every shell's supervisor is written in: part of every Debian, Fedora, Arch and macOS base system. */
export function perlPath(): string {
  const found = findProgram("perl");
  if (found === undefined) throw new Fault("PERL_MISSING", "install perl, e.g. apt-get install perl-base");
  return found;
}
