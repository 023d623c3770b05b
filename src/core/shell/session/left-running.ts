import { sleep } from "../../base/clock.ts";
import { innermostPid } from "../../process/descendants.ts";
import { commandLineOf, type Identity, isRunning } from "../../process/identity.ts";
import { SCRIPTED_BASH } from "../bash/program-dir.ts";
import type { BashLink } from "./bash-link.ts";
import type { BackgroundChild } from "./outcome.ts";

/** Everything below the supervisor but the session's own bash. */
export function othersOf(link: BashLink): Identity[] {
  if (link.isAlone) return [];
  const { shell } = link;
  return link.supervisor.descendants(shell).filter((identity) => identity !== shell);
}

/** The same by the pids that its commands know. */
export const processesOf = (link: BashLink): readonly number[] => othersOf(link).map(({ pid }) => innermostPid(pid));

/**
 * A child that has just been forked is for a moment a copy of the session's bash, and has no command line at all while
 * it becomes its program; these pauses let it finish.
 */
const MOMENTS_MS = [2, 4, 8] as const;

const isOurBash = (command: string): boolean => command.endsWith(SCRIPTED_BASH);

/** Processes as a result names them: by the pid that the command knows, without those that have just ended. */
export async function childrenAmong(processes: readonly Identity[]): Promise<BackgroundChild[]> {
  for (const moment of MOMENTS_MS) {
    if (!processes.some(isBecoming)) break;
    await sleep(moment);
  }
  return processes.flatMap((identity) => {
    const { pid } = identity;
    const command = commandLineOf(pid);
    if (command === "" && !isRunning(identity)) return [];
    // A process that is still a copy of bash is a subshell; one that erased its command line has no name.
    const name = isOurBash(command) ? "bash" : command || "a process without a name";
    return [{ pid: innermostPid(pid), command: name }];
  });
}

function isBecoming(identity: Identity): boolean {
  const command = commandLineOf(identity.pid);
  return isOurBash(command) || (command === "" && isRunning(identity));
}
