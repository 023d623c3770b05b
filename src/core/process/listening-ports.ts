import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Identity } from "./identity.ts";

const LISTENING = "0A";

/** TCP ports these processes listen on, lowest first. */
export function listeningPorts(processes: readonly Identity[]): number[] {
  const [first] = processes;
  if (first === undefined) return [];
  const ports = portsByInode(first.pid);
  if (ports.size === 0) return [];
  const found = processes.flatMap(({ pid }) => socketsOf(pid).flatMap((inode) => ports.get(inode) ?? []));
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Listening sockets of the process's network namespace, by inode. */
function portsByInode(pid: number): Map<string, number> {
  const ports = new Map<string, number>();
  for (const table of ["tcp", "tcp6"]) {
    for (const line of readLines(`/proc/${pid}/net/${table}`)) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === LISTENING) ports.set(inode, Number.parseInt(local.split(":")[1] ?? "0", 16));
    }
  }
  return ports;
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return []; // ended, or another user's
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed meanwhile
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "latin1").split("\n").slice(1);
  } catch {
    return [];
  }
}
