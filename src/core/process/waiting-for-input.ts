import { readFileSync, readlinkSync } from "node:fs";
import { childrenOf } from "./descendants.ts";
import { type Identity, isStopped, statOf } from "./identity.ts";
import { HAS_PROC } from "./system/has-proc.ts";

/** Numbers of the calls a process sleeps in, by architecture: read, openat, wait4, waitid, select, pselect6. */
type Calls = {
  readonly read: number;
  readonly openat: number;
  readonly waits: readonly number[];
  readonly selects: readonly number[];
  /** nanosleep, clock_nanosleep. */
  readonly naps: readonly number[];
};
const CALLS: Record<string, Calls> = {
  x64: { read: 0, openat: 257, waits: [61, 247], selects: [23, 270], naps: [35, 230] },
  arm64: { read: 63, openat: 56, waits: [260, 95], selects: [72], naps: [101, 115] },
};

/** Where the kernel does not tell what a process waits for, nothing is found to wait. */
const HERE: string = HAS_PROC ? process.arch : "no /proc";

type Sleep = "for-terminal" | "for-fifo" | "for-child" | "stopped" | "other";
type Sleeper = { readonly pid: number; readonly sleep: Sleep };

/**
 * The program that waits for typed input that cannot come: it reads from a terminal it made itself, or from its own
 * stderr for want of one, or every process of the command waits for a FIFO that none of them will open. Undefined in
 * all other cases: silence alone is no proof.
 */
export function waitingForInput(processes: readonly Identity[], arch: string = HERE): string | undefined {
  const calls = CALLS[arch];
  if (calls === undefined || processes.length === 0) return undefined;
  const sleeps = sleepersAmong(processes, calls);
  const reader = sleeps.find(({ sleep }) => sleep === "for-terminal");
  if (reader !== undefined) return programName(reader.pid);
  const stuck = sleeps.every(({ sleep }) => sleep === "for-fifo" || sleep === "for-child");
  const onFifo = sleeps.find(({ sleep }) => sleep === "for-fifo");
  return stuck && onFifo !== undefined ? programName(onFifo.pid) : undefined;
}

/**
 * The program that reads a shell's input and finds none: one sleeps in a read of this pipe. The shell itself cannot be
 * looked into; asleep without children, it most likely reads too (`read`). Undefined in all other cases: of a program that
 * waits for several things at once nobody can tell.
 */
export function readerOfInput(
  processes: readonly Identity[],
  { inode, shell }: { readonly inode: number; readonly shell: Identity | undefined },
  arch: string = HERE,
): string | undefined {
  const calls = CALLS[arch];
  if (calls === undefined) return undefined;
  const reader = processes.find(({ pid }) => readsFrom(pid, { calls, source: `pipe:[${inode}]` }));
  if (reader !== undefined) return programName(reader.pid);
  const isWaiting = processes.length === 1 && processes[0]?.pid === shell?.pid && isHiddenAsleep(shell?.pid ?? 0);
  return isWaiting ? "bash" : undefined;
}

/** The program that was started last of those whose standard input is this pipe; the shell itself does not count. */
export function holderOfInput(
  processes: readonly Identity[],
  { inode, shell }: { readonly inode: number; readonly shell: Identity | undefined },
): string | undefined {
  const holder = processes.findLast(({ pid }) => pid !== shell?.pid && linkOf(pid, 0) === `pipe:[${inode}]`);
  return holder === undefined ? undefined : programName(holder.pid);
}

function linkOf(pid: number, descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    return undefined; // ended, or not to be looked into
  }
}

function readsFrom(pid: number, { calls, source }: { readonly calls: Calls; readonly source: string }): boolean {
  try {
    const [number = "", first = ""] = readFileSync(`/proc/${pid}/syscall`, "latin1").split(" ");
    return number === String(calls.read) && readlinkSync(`/proc/${pid}/fd/${Number(first)}`) === source;
  } catch {
    return false; // ended, or not to be looked into
  }
}

/** Whether nothing of a command runs now, and nothing of it only lets time pass: it seems to wait for input. A guess. */
export function seemsIdle(processes: readonly Identity[], arch: string = HERE): boolean {
  if (!HAS_PROC) return false; // one that lets time pass would seem to wait
  const naps = CALLS[arch]?.naps ?? [];
  return processes.length > 0 && processes.every(({ pid }) => statOf(pid)?.state === "S" && !isIn(pid, naps));
}

function isIn(pid: number, calls: readonly number[]): boolean {
  try {
    return calls.includes(Number(readFileSync(`/proc/${pid}/syscall`, "latin1").split(" ")[0]));
  } catch {
    return false; // ended, or not to be looked into
  }
}

function isHiddenAsleep(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/syscall`, "latin1");
    return false;
  } catch {
    return statOf(pid)?.state === "S";
  }
}

/**
 * The program that was stopped (SIGSTOP and its like), when every other process of the command only waits for its
 * children: none of them will ever continue it.
 */
export function stoppedForGood(processes: readonly Identity[], arch: string = HERE): string | undefined {
  const calls = CALLS[arch];
  if (calls === undefined) return undefined;
  const sleeps = sleepersAmong(processes, calls);
  const stopped = sleeps.find(({ sleep }) => sleep === "stopped");
  const isForGood = sleeps.every(({ sleep }) => sleep === "stopped" || sleep === "for-child");
  return isForGood && stopped !== undefined ? programName(stopped.pid) : undefined;
}

/** Of a stopped process the kernel still names the call that it was in. */
const sleepersAmong = (processes: readonly Identity[], calls: Calls): readonly Sleeper[] =>
  processes.map((one) => ({ pid: one.pid, sleep: isStopped(one) ? "stopped" : sleepOf(one.pid, calls) }));

/** The program's name without its arguments: those of nacre's bash would tell a reader nothing. */
function programName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "a program"; // ended
  }
}

function sleepOf(pid: number, calls: Calls): Sleep {
  try {
    // "NUMBER ARG1 ARG2 …", or "running".
    const [number = "", first = ""] = readFileSync(`/proc/${pid}/syscall`, "latin1").split(" ");
    if (!/^\d+$/.test(number)) return "other";
    if (calls.waits.includes(Number(number))) return "for-child";
    if (Number(number) === calls.openat) return "for-fifo"; // nothing else keeps an open() waiting for long
    // Of a select the kernel tells only the count. One descriptor is stdin alone: an editor waits so for a key.
    if (calls.selects.includes(Number(number)))
      return Number(first) === 1 && isTyped(pid, 0) ? "for-terminal" : "other";
    return Number(number) === calls.read && isTyped(pid, Number(first)) ? "for-terminal" : "other";
  } catch {
    // Ended, another user's, or a session's bash, into which nobody can look: asleep with children, it waits for them.
    return statOf(pid)?.state === "S" && childrenOf(pid).length > 0 ? "for-child" : "other";
  }
}

/**
 * Whether input on this descriptor would be typed: it is a terminal, or stdin where an editor put its stderr, for want
 * of a terminal.
 */
function isTyped(pid: number, descriptor: number): boolean {
  const target = (fd: number): string => readlinkSync(`/proc/${pid}/fd/${fd}`);
  const source = target(descriptor);
  if (/^\/dev\/(?:pts\/|tty)/.test(source)) return true;
  return descriptor === 0 && source !== "/dev/null" && !source.startsWith("socket:") && source === target(2);
}
