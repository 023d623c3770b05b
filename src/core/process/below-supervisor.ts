import { statOf, wordsOf } from "./identity.ts";
import { SUPERVISOR_SCRIPT } from "./supervisor-script.ts";

/** Whether this process was started by a command of a nacre shell: a supervisor is among its parents. */
export function isBelowSupervisor(pid: number = process.pid): boolean {
  for (let at = statOf(pid)?.parent ?? 0; at > 0; at = statOf(at)?.parent ?? 0) {
    if (wordsOf(at, SUPERVISOR_SCRIPT.length * 3).includes(`\0${SUPERVISOR_SCRIPT}\0`)) return true;
  }
  return false;
}
