import { environmentOf, statOf } from "../identity.ts";
import { isSupervisor } from "./find-supervisors.ts";
import { MARK } from "./supervisor-script.ts";

/** The variables of an ancestor stand behind a NUL, those that `ps` tells behind a blank. */
const MARKED = new RegExp(`(?:^|[\\0 ])${MARK}=`);

/**
 * Why a process with this environment counts as a command of a nacre shell, in words; undefined when it does not. What is
 * the user's to decide asks this first: a supervisor is above every command, also above one that daemonised. Without a
 * sandbox a command can hide both (a pid namespace of its own, and no environment): no boundary.
 */
export function whyAgentShell(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number = process.pid,
): string | undefined {
  if (environment[MARK] !== undefined) return `${MARK}, nacre's mark, is in its environment`;
  for (let at = statOf(pid)?.parent ?? 0; at > 0; at = statOf(at)?.parent ?? 0) {
    if (isSupervisor(at)) return `a nacre supervisor (pid ${at}) is among its ancestors`;
    if (MARKED.test(environmentOf(at) ?? "")) return `nacre's mark is in the environment of its ancestor ${at}`;
  }
  return undefined;
}
