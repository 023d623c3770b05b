import { readdirSync, readlinkSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Identity } from "./identity.ts";
import { HAS_PROC } from "./system/has-proc.ts";

const LISTENING = "0A";

/** The sockets that one process holds in its network namespace. */
type Held = { readonly pid: number; readonly namespace: string; readonly inodes: readonly string[] };

/** TCP ports that processes listen on, lowest first; undefined where the kernel does not tell. */
export type Ports = readonly number[] | undefined;

export const listeningPorts = async (processes: readonly Identity[]): Promise<Ports> =>
  (await portsOf([socketsOf(processes)]))[0];

/** The sockets that these processes hold. Most hold none, and where none does no table is read. */
export function socketsOf(processes: readonly Identity[]): readonly Held[] {
  if (!HAS_PROC) return [];
  return processes.flatMap(({ pid }) => {
    const inodes = inodesOf(pid);
    return inodes.length === 0 ? [] : [{ pid, namespace: linkOf(`/proc/${pid}/ns/net`), inodes }];
  });
}

/**
 * The TCP ports among the sockets of each group, lowest first. The kernel walks its whole table of connections for every
 * reader (milliseconds), so that each namespace is read once, and not by the host's own thread.
 */
export async function portsOf(groups: readonly (readonly Held[])[]): Promise<readonly Ports[]> {
  if (!HAS_PROC) return groups.map(() => undefined);
  const tables = new Map<string, ReadonlyMap<string, number>>();
  for (const { pid, namespace } of groups.flat()) {
    const table = tables.has(namespace) ? undefined : await portsByInode(pid);
    if (table !== undefined) tables.set(namespace, table);
  }
  return groups.map((held) => {
    const found = held.flatMap(({ namespace, inodes }) =>
      inodes.flatMap((inode) => tables.get(namespace)?.get(inode) ?? []),
    );
    return [...new Set(found)].sort((a, b) => a - b);
  });
}

/** The listening sockets of the process's network namespace; undefined when the process has ended. */
async function portsByInode(pid: number): Promise<ReadonlyMap<string, number> | undefined> {
  const tables = await Promise.all(["tcp", "tcp6"].map((table) => linesOf(`/proc/${pid}/net/${table}`)));
  const lines = tables.flat();
  return lines.length === 0 ? undefined : new Map(lines.flatMap(listeningIn));
}

/** The inode and the port in a line of the table, if it is that of a listening socket. */
function listeningIn(line: string): readonly (readonly [string, number])[] {
  const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
  return state === LISTENING ? [[inode, Number.parseInt(local.split(":")[1] ?? "0", 16)]] : [];
}

function inodesOf(pid: number): string[] {
  try {
    return openedBy(pid).flatMap((link) => (link.startsWith("socket:[") ? [link.slice("socket:[".length, -1)] : []));
  } catch {
    return []; // ended, or another user's
  }
}

const STANDARD = ["0", "1", "2"] as const;

/** What the descriptors of a process lead to. */
function openedBy(pid: number): readonly string[] {
  const linksOf = (names: readonly string[]): readonly string[] => names.map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  // Since Linux 6.2 the size is the number of descriptors. Listing them would take as long as all the rest.
  const standard = statSync(`/proc/${pid}/fd`).size === STANDARD.length ? linksOf(STANDARD) : [""];
  return standard.includes("") ? linksOf(readdirSync(`/proc/${pid}/fd`)) : standard;
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // closed meanwhile
  }
}

/** The lines of a table with their heading; none when the process has ended, or the kernel has no such table. */
async function linesOf(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, "latin1")).split("\n");
  } catch {
    return [];
  }
}
