import { readFileSync, readlinkSync } from "node:fs";
import { childrenOf } from "../../process/descendants.ts";
import { type Identity, statOf, wordsOf } from "../../process/identity.ts";
import type { TerminalProcess } from "../../terminal/terminal-facts.ts";

type Call = NonNullable<TerminalProcess["call"]>;

/** The calls that a program waits in, by their numbers. */
const CALLS: Readonly<Record<string, Readonly<Record<number, Call>>>> = {
  x64: {
    0: "read",
    19: "read",
    7: "poll",
    271: "poll",
    23: "select",
    270: "select",
    232: "epoll",
    281: "epoll",
    441: "epoll",
    35: "nanosleep",
    230: "nanosleep",
    61: "wait",
    247: "wait",
  },
  arm64: {
    63: "read",
    65: "read",
    73: "poll",
    72: "select",
    22: "epoll",
    441: "epoll",
    101: "nanosleep",
    115: "nanosleep",
    260: "wait",
    95: "wait",
  },
};

const ARGUMENT_BYTES = 64 * 1024;

/** A process of a shell with a terminal, and whether it is in the group of this number, which is the shell's own. */
export type SeenProcess = TerminalProcess & { readonly isForeground: boolean };

/** Looks at the processes of a shell; one that has ended meanwhile is left out. */
export function terminalProcesses(
  processes: readonly Identity[],
  { group, shell }: { readonly group: number; readonly shell: Identity | undefined },
  arch: string = process.arch,
): readonly SeenProcess[] {
  return processes.flatMap(({ pid }) => {
    const state = statOf(pid)?.state;
    const status = textOf(pid, "status");
    if (state === undefined || status === undefined) return [];
    const its = callOf(pid, arch) ?? hiddenCall(pid, { state, isShell: pid === shell?.pid });
    return [
      {
        pid,
        name: (textOf(pid, "comm") ?? "").trimEnd(),
        exe: linkOf(pid, "exe"),
        argv: argumentsOf(pid),
        cwd: linkOf(pid, "cwd"),
        state,
        ...its,
        isCommandShell: pid === shell?.pid,
        isForeground: groupIn(status) === group,
      },
    ];
  });
}

/** The number of its group where the process itself is, behind a pid namespace too. */
const groupIn = (status: string): number | undefined => {
  const [, numbers] = /^NSpgid:\s*(.*)$/m.exec(status) ?? [];
  return numbers === undefined ? undefined : Number(numbers.trim().split(/\s+/).at(-1));
};

type Slept = Pick<TerminalProcess, "call" | "readsTerminal">;

/** Nobody can look into nacre's own bash: asleep without a child, it most likely reads the terminal (`read`). */
function hiddenCall(pid: number, { state, isShell }: { readonly state: string; readonly isShell: boolean }): Slept {
  if (!isShell || state !== "S") return { call: undefined, readsTerminal: false };
  return childrenOf(pid).length > 0 ? { call: "wait", readsTerminal: false } : { call: "read", readsTerminal: true };
}

/** Undefined where it cannot be looked into. */
function callOf(pid: number, arch: string): Slept | undefined {
  const text = textOf(pid, "syscall");
  if (text === undefined) return undefined;
  const [number = "", first = ""] = text.split(" ");
  if (!/^\d+$/.test(number)) return { call: undefined, readsTerminal: false };
  const call = CALLS[arch]?.[Number(number)] ?? "other";
  const source = call === "read" ? linkOf(pid, `fd/${Number(first)}`) : undefined;
  return { call, readsTerminal: source !== undefined && /^\/dev\/(?:pts\/\d+|tty|console)$/.test(source) };
}

const argumentsOf = (pid: number): readonly string[] =>
  wordsOf(pid, ARGUMENT_BYTES).toString("utf8").replace(/\0$/, "").split("\0");

/** Undefined where it cannot be looked into, or has ended. */
function textOf(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return undefined;
  }
}

function linkOf(pid: number, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return undefined;
  }
}
