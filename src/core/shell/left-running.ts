import { setTimeout as sleep } from "node:timers/promises";
import { innermostPid } from "../process/descendants.ts";
import { commandLineOf, type Identity } from "../process/identity.ts";
import type { BashLink } from "./bash-link.ts";
import type { BackgroundChild } from "./outcome.ts";

/** Everything below the supervisor but the session's own bash. */
export function othersOf(link: BashLink): Identity[] {
  const { shell } = link;
  return link.supervisor.descendants(shell).filter((identity) => identity !== shell);
}

/** A child that has just been forked is for a moment a copy of our bash; it is given these moments to become its program. */
const MOMENTS_MS = [2, 4, 8] as const;

const isOurBash = (command: string): boolean => command.includes("__nacre_d");

/** Processes as a result names them: by the pid their own command knows, without those that have just ended. */
export async function childrenAmong(processes: readonly Identity[]): Promise<BackgroundChild[]> {
  for (const moment of MOMENTS_MS) {
    if (!processes.some(({ pid }) => isOurBash(commandLineOf(pid)))) break;
    await sleep(moment);
  }
  return processes.flatMap(({ pid }) => {
    const command = commandLineOf(pid);
    // What is still a copy is a subshell, and is named by what it is.
    return command === "" ? [] : [{ pid: innermostPid(pid), command: isOurBash(command) ? "bash" : command }];
  });
}
