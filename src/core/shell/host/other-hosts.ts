import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { descendantsOf } from "../../process/descendants.ts";
import { isRunning } from "../../process/identity.ts";
import { killTree } from "../../process/kill-tree.ts";
import { readRecords, type ShellRecord } from "../background/shell-record.ts";
import { hostDirs, hostIdentityOf } from "./host-dir.ts";
import { leftBehind, lostDir, lostShells } from "./recovery.ts";

/** A shell of any host of this user, seen from outside that host. */
export type SeenShell = {
  readonly record: ShellRecord;
  readonly hostPid: number | undefined;
  readonly directory: string;
};

/** The shells of every live host on this state directory, and those that dead hosts left; oldest first. */
export function shellsOfAllHosts(stateDir: string): SeenShell[] {
  const ofHosts = hostDirs(stateDir).flatMap((path): SeenShell[] => {
    const host = hostIdentityOf(path);
    if (host === undefined) return [];
    const directory = join(path, "shells");
    return isRunning(host)
      ? readRecords(directory).map((record) => ({ record, hostPid: host.pid, directory }))
      : leftBehind(path).map((record) => ({ record, hostPid: undefined, directory }));
  });
  const kept = lostShells(stateDir).map((record) => ({
    record,
    hostPid: undefined,
    directory: lostDir(stateDir),
  }));
  // While a host clears up after a dead one, a shell may stand in both places.
  const all = new Map([...ofHosts, ...kept].map((seen) => [seen.record.id, seen]));
  return [...all.values()].sort((a, b) => a.record.createdAt - b.record.createdAt);
}

/** The file that tells a host that another process killed one of its shells on purpose. */
export const killNote = (directory: string, id: string): string => join(directory, `${id}.killed`);

/**
 * Ends another host's shell with everything it started. Its own host sees the end and learns the reason from the note.
 */
export async function killFromOutside(
  { record, directory }: SeenShell,
  firstSignal: NodeJS.Signals = "SIGTERM",
): Promise<readonly number[]> {
  const { supervisor } = record;
  if (supervisor === undefined || !isRunning(supervisor)) return [];
  const note = killNote(directory, record.id);
  if (!existsSync(note)) writeFileSync(note, "", { mode: 0o600, flag: "wx" });
  const left = await killTree({
    list: () => (isRunning(supervisor) ? descendantsOf(supervisor.pid) : []),
    firstSignal,
  });
  return left.map(({ pid }) => pid);
}
