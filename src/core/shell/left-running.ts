import { innermostPid } from "../process/descendants.ts";
import { commandLineOf, type Identity } from "../process/identity.ts";
import type { BashLink } from "./bash-link.ts";
import type { BackgroundChild } from "./outcome.ts";

/** Everything below the supervisor but the session's own bash. */
export function othersOf(link: BashLink): Identity[] {
  const { shell } = link;
  return link.supervisor.descendants(shell).filter((identity) => identity !== shell);
}

/** Processes as a result names them: by the pid their own command knows, without those that have just ended. */
export function childrenAmong(processes: readonly Identity[]): BackgroundChild[] {
  return processes.flatMap(({ pid }) => {
    const command = commandLineOf(pid);
    // A child that has not yet become its program is a copy of our bash; it is named by what it is.
    return command === ""
      ? []
      : [{ pid: innermostPid(pid), command: command.includes("__nacre_d") ? "bash" : command }];
  });
}
