import type { Stat } from "./system/process-table.ts";
import { thisTable } from "./system/this-table.ts";

/** One process for certain: the kernel reuses a pid, but not a pid with its start time. */
export type Identity = { readonly pid: number; readonly startTime: string };

/** The same text for the same process, and for no other. */
export const keyOf = ({ pid, startTime }: Identity): string => `${pid}/${startTime}`;

/** Refuses a machine that does not tell of its processes: everything that lives would count as dead. */
export const checkProc = (): void => thisTable.check();

/** Undefined when there is no such process. */
export const statOf = (pid: number): Stat | undefined => thisTable.stat(pid);

export const isDead = (stat: Stat): boolean => stat.state === "Z" || stat.state === "X";

/** The process that has this pid now; undefined when it has ended (a zombie has). */
export function identityOf(pid: number): Identity | undefined {
  const stat = statOf(pid);
  return stat === undefined || isDead(stat) ? undefined : { pid, startTime: stat.startTime };
}

/** Whether this very process still runs. */
export function isRunning(identity: Identity): boolean {
  return identityOf(identity.pid)?.startTime === identity.startTime;
}

/** Whether a process was seen to be stopped. */
export function isStopped({ pid }: Identity): boolean {
  try {
    return statOf(pid)?.state === "T";
  } catch {
    return false;
  }
}

/** Signals this very process, never another with the same pid; false when it has ended. */
export function signal(identity: Identity, name: NodeJS.Signals): boolean {
  try {
    return isRunning(identity) && process.kill(identity.pid, name);
  } catch {
    return false; // ended since the check, not to be seen, or another user's: the caller looks again
  }
}

/** Whether a process ignores this signal. */
export function ignores({ pid }: Identity, name: NodeJS.Signals): boolean {
  try {
    return thisTable.ignores(pid, name);
  } catch {
    return false; // not to be seen
  }
}

/** How much of a command line is shown: it can be megabytes long, and there can be a thousand processes. */
const WORDS_BYTES = 500;

/** A process's command line for display, cut if it is long; empty when the process has ended. */
export function commandLineOf(pid: number): string {
  const words = wordsOf(pid, WORDS_BYTES);
  const text = words.toString("utf8").replaceAll("\0", " ").trim();
  return words.length < WORDS_BYTES ? text : `${text} …`;
}

/** A process's arguments, up to so many bytes; empty when the process has ended. */
export const wordsOf = (pid: number, maxBytes: number): Buffer => thisTable.words(pid, maxBytes);

/** The variables that a process began with; empty when it has ended, undefined when the system hides them. */
export const environmentOf = (pid: number): string | undefined => thisTable.environment(pid);
