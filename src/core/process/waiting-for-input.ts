import { readFileSync, readlinkSync } from "node:fs";
import type { Identity } from "./identity.ts";

/** Numbers of the calls a process sleeps in, by architecture: read, openat, wait4, waitid. */
const CALLS: Record<string, { readonly read: number; readonly openat: number; readonly waits: readonly number[] }> = {
  x64: { read: 0, openat: 257, waits: [61, 247] },
  arm64: { read: 63, openat: 56, waits: [260, 95] },
};

type Sleep = "for-terminal" | "for-fifo" | "for-child" | "other";

/**
 * The program that waits for somebody to type, when it is plain that nobody will: it reads from a terminal it made
 * itself, or every process of the command waits for a FIFO that nobody of them will open. Undefined in all other cases:
 * silence alone is no proof.
 */
export function waitingForInput(processes: readonly Identity[], arch: string = process.arch): string | undefined {
  const calls = CALLS[arch];
  if (calls === undefined || processes.length === 0) return undefined;
  const sleeps = processes.map(({ pid }) => ({ pid, sleep: sleepOf(pid, calls) }));
  const reader = sleeps.find(({ sleep }) => sleep === "for-terminal");
  if (reader !== undefined) return programName(reader.pid);
  const stuck = sleeps.every(({ sleep }) => sleep === "for-fifo" || sleep === "for-child");
  const onFifo = sleeps.find(({ sleep }) => sleep === "for-fifo");
  return stuck && onFifo !== undefined ? programName(onFifo.pid) : undefined;
}

/** The program's name, not its words: our own bash's words would tell nobody anything. */
function programName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "a program"; // ended
  }
}

function sleepOf(pid: number, calls: { read: number; openat: number; waits: readonly number[] }): Sleep {
  try {
    // "NUMBER ARG1 ARG2 …", or "running".
    const [number = "", first = ""] = readFileSync(`/proc/${pid}/syscall`, "latin1").split(" ");
    if (!/^\d+$/.test(number)) return "other";
    if (calls.waits.includes(Number(number))) return "for-child";
    if (Number(number) === calls.openat) return "for-fifo"; // nothing else keeps an open() waiting for long
    if (Number(number) !== calls.read) return "other";
    const target = readlinkSync(`/proc/${pid}/fd/${Number(first)}`);
    return /^\/dev\/(?:pts\/|tty)/.test(target) ? "for-terminal" : "other";
  } catch {
    return "other"; // ended, or not ours to look at
  }
}
