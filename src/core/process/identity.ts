import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { constants } from "node:os";

/** One process, beyond doubt: a pid alone is reused by the kernel, a pid with its start time is not. */
export type Identity = { readonly pid: number; readonly startTime: string };

/** The same text for the same process, and for no other. */
export const keyOf = ({ pid, startTime }: Identity): string => `${pid}/${startTime}`;

type Stat = { readonly state: string; readonly parent: number; readonly startTime: string };

/** The few fields of /proc/PID/stat that matter here; undefined when there is no such process. */
export function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined; // ended, or never was
  }
  // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "X", parent: Number(fields[1]), startTime: fields[19] ?? "" };
}

const isDead = (stat: Stat): boolean => stat.state === "Z" || stat.state === "X";

/** Who a pid is right now; undefined for a process that has ended (a zombie has). */
export function identityOf(pid: number): Identity | undefined {
  const stat = statOf(pid);
  return stat === undefined || isDead(stat) ? undefined : { pid, startTime: stat.startTime };
}

/** Whether this very process still runs. */
export function isRunning(identity: Identity): boolean {
  return identityOf(identity.pid)?.startTime === identity.startTime;
}

/** Signals this very process; false when it has ended meanwhile. A recycled pid is never hit. */
export function signal(identity: Identity, name: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, name);
    return true;
  } catch {
    return false; // ended between the look and the signal, or another user's: the caller looks again
  }
}

/** Whether a process has told the kernel to drop this signal. */
export function ignores({ pid }: Identity, name: NodeJS.Signals): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? "0";
    return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[name] - 1)) & 1n) === 1n;
  } catch {
    return false; // ended
  }
}

/** As much of a process's words as a reader needs: they can be megabytes, and there can be a thousand processes. */
const WORDS_BYTES = 500;

/** A process's words, to be shown, the first of them if they are many; empty when it has ended. */
export function commandLineOf(pid: number): string {
  const words = wordsOf(pid, WORDS_BYTES);
  const text = words.toString("utf8").replaceAll("\0", " ").trim();
  return words.length < WORDS_BYTES ? text : `${text} …`;
}

/** What a process was started with, each word before a NUL, up to so many bytes; nothing when it has ended. */
export function wordsOf(pid: number, maxBytes: number): Buffer {
  const words = Buffer.alloc(maxBytes);
  let fd: number | undefined;
  try {
    fd = openSync(`/proc/${pid}/cmdline`, "r");
    return words.subarray(0, readSync(fd, words));
  } catch {
    return words.subarray(0, 0);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
