import { statOf } from "../identity.ts";
import { isSupervisor } from "./supervisor.ts";

/** Whether this process was started by a command of a nacre shell: a supervisor is among its parents. */
export function isBelowSupervisor(pid: number = process.pid): boolean {
  for (let at = statOf(pid)?.parent ?? 0; at > 0; at = statOf(at)?.parent ?? 0) {
    if (isSupervisor(at)) return true;
  }
  return false;
}
