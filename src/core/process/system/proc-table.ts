import {
  closeSync,
  constants as files,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
} from "node:fs";
import { constants } from "node:os";
import { Fault, isFault } from "../../base/fault.ts";
import { codeOf } from "../../base/system-error.ts";
import { withSpare } from "../../files/spare-descriptor.ts";
import type { ProcessTable, Stat } from "./process-table.ts";

const { O_RDONLY } = files;

/** Linux: the kernel's own table, file by file. */
export const procTable: ProcessTable = {
  check,
  stat,
  pids,
  children,
  words,
  ignores,
  environment,
  innermostPid: (pid) => Number(/^NSpid:.*?(\d+)$/m.exec(read(pid, "status") ?? "")?.[1] ?? pid),
};

/** Refuses a machine without /proc, or with that of other processes: everything that lives would count as dead. */
function check(): void {
  let self = "";
  try {
    self = readlinkSync("/proc/self");
  } catch {
    // not mounted
  }
  if (self !== String(process.pid))
    throw new Fault("PROC_UNUSABLE", "it is not mounted, or belongs to another container; mount -t proc proc /proc");
}

/** For files that one read tells whole: a second read, to see their end, and a buffer for each would double their price. */
const SHORT = Buffer.alloc(8192);
/** The kernel tells a longer list in several reads. */
const SURELY_WHOLE = 4000;

/** A file of the kernel that is short as a rule. */
export function readShort(path: string): string {
  const length = readInto(SHORT, path);
  return length > SURELY_WHOLE ? readFileSync(path, "latin1") : SHORT.toString("latin1", 0, length);
}

/** A file of a process; undefined when the process has ended, or another user owns it. */
function read(pid: number, name: string): string | undefined {
  try {
    return withSpare(() => readShort(`/proc/${pid}/${name}`));
  } catch (error) {
    if (isFault(error)) throw error;
    return undefined;
  }
}

function stat(pid: number): Stat | undefined {
  const text = read(pid, "stat");
  if (text === undefined) return undefined;
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

function environment(pid: number): string | undefined {
  try {
    return withSpare(() => readFileSync(`/proc/${pid}/environ`, "latin1"));
  } catch (error) {
    if (isFault(error)) throw error;
    return codeOf(error) === "EACCES" || codeOf(error) === "EPERM" ? undefined : "";
  }
}

function pids(): number[] {
  return withSpare(() => readdirSync("/proc")).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** By the kernel's own list where it keeps one (CONFIG_PROC_CHILDREN), else by a walk over /proc. */
function children(pid: number, hasOneThread: boolean): number[] {
  try {
    // The kernel lists children under the thread that forked them. `task` has two links and one per thread.
    if (hasOneThread || statSync(`/proc/${pid}/task`).nlink <= 3) return childrenOfThread(pid, String(pid));
    return withSpare(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) => childrenOfThread(pid, thread));
  } catch (error) {
    if (isFault(error)) throw error;
    if (codeOf(error) === "ENOENT" && stat(pid) === undefined) return []; // ended meanwhile
    return childrenByParent(pid);
  }
}

function childrenOfThread(pid: number, thread: string): number[] {
  try {
    const path = `/proc/${pid}/task/${thread}/children`;
    return withSpare(() => readShort(path))
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch (error) {
    if (isFault(error)) throw error;
    if (stat(pid) === undefined || codeOf(error) === "ESRCH") return []; // the thread or its process ended meanwhile
    throw error;
  }
}

/**
 * The slow way: every process that names this pid as its parent.
 * @internal a test compares it with the fast way, because no kernel at hand lacks that one
 */
export function childrenByParent(pid: number): number[] {
  return pids().filter((candidate) => stat(candidate)?.parent === pid);
}

function ignores(pid: number, name: NodeJS.Signals): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(read(pid, "status") ?? "")?.[1] ?? "0";
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[name] - 1)) & 1n) === 1n;
}

function readInto(bytes: Buffer, path: string): number {
  const fd = openSync(path, O_RDONLY);
  try {
    return readSync(fd, bytes);
  } finally {
    closeSync(fd);
  }
}

function words(pid: number, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  try {
    return bytes.subarray(
      0,
      withSpare(() => readInto(bytes, `/proc/${pid}/cmdline`)),
    );
  } catch (error) {
    if (isFault(error)) throw error;
    return bytes.subarray(0, 0);
  }
}
