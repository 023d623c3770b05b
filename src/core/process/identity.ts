import { closeSync, openSync, readFileSync, readlinkSync, readSync } from "node:fs";
import { constants } from "node:os";
import { Fault, isFault } from "../base/fault.ts";
import { withSpare } from "../files/spare-descriptor.ts";

/** One process for certain: the kernel reuses a pid, but not a pid with its start time. */
export type Identity = { readonly pid: number; readonly startTime: string };

/** The same text for the same process, and for no other. */
export const keyOf = ({ pid, startTime }: Identity): string => `${pid}/${startTime}`;

/** Refuses a machine without /proc, or with that of other processes: everything that lives would count as dead. */
export function checkProc(): void {
  let self = "";
  try {
    self = readlinkSync("/proc/self");
  } catch {
    // not mounted
  }
  if (self !== String(process.pid))
    throw new Fault("PROC_UNUSABLE", "it is not mounted, or belongs to another container; mount -t proc proc /proc");
}

type Stat = {
  readonly state: string;
  readonly parent: number;
  /** The pid of the process that began its session (setsid). */
  readonly session: number;
  readonly threads: number;
  readonly startTime: string;
};

/**
 * The fields of /proc/PID/stat that nacre uses; undefined when there is no such process. Every look at a process throws a
 * fault when the host has no descriptor to look with: a process that was not seen has not ended for that.
 */
export function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = withSpare(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    if (isFault(error)) throw error;
    return undefined; // no such process
  }
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ", 20);
  return {
    state: fields[0] ?? "X",
    parent: Number(fields[1]),
    session: Number(fields[3]),
    threads: Number(fields[17]),
    startTime: fields[19] ?? "",
  };
}

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
    const status = withSpare(() => readFileSync(`/proc/${pid}/status`, "latin1"));
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0";
    return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[name] - 1)) & 1n) === 1n;
  } catch {
    return false; // ended
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

/** A process's arguments, each before a NUL, up to so many bytes; empty when the process has ended. */
export function wordsOf(pid: number, maxBytes: number): Buffer {
  const words = Buffer.alloc(maxBytes);
  try {
    return words.subarray(
      0,
      withSpare(() => readInto(words, `/proc/${pid}/cmdline`)),
    );
  } catch (error) {
    if (isFault(error)) throw error;
    return words.subarray(0, 0);
  }
}

function readInto(bytes: Buffer, path: string): number {
  const fd = openSync(path, "r");
  try {
    return readSync(fd, bytes);
  } finally {
    closeSync(fd);
  }
}
