import { type Connected, LineClient } from "../../line/line-client.ts";
import type { Refusal } from "../../line/line-messages.ts";
import { isRunning, isStopped } from "../../process/identity.ts";
import type { ShellRecord } from "../background/shell-record.ts";
import { endedShells } from "./ended-shells.ts";
import { hostDirs, hostIdentityOf } from "./host-dir.ts";
import { recordsOf } from "./recovery.ts";

/** A live host on a state directory, and its line; or why it has none that answers. */
export type HostLine = { readonly pid: number } & (Connected | { readonly no: Refusal });

/** Connects to every live host on this state directory. One that does not answer is not waited for long. */
export function connectToAll(stateDir: string, limitMs?: number): Promise<readonly HostLine[]> {
  const live = hostDirs(stateDir).flatMap((directory) => {
    const host = hostIdentityOf(directory);
    return host === undefined || !isRunning(host) ? [] : [{ directory, host }];
  });
  return Promise.all(
    live.map(async ({ directory, host }): Promise<HostLine> => {
      const said = await LineClient.connect(directory, limitMs);
      if ("no" in said && isStopped(host))
        return { pid: host.pid, no: { code: "late", sentence: "the host is stopped (SIGCONT continues it)" } };
      return { pid: host.pid, ...said };
    }),
  );
}

/** The ended shells that no live host tells of: those of dead hosts, and those that live ones have forgotten. */
export function shellsOnDisk(stateDir: string): readonly ShellRecord[] {
  const left = hostDirs(stateDir).flatMap((path) => {
    const host = hostIdentityOf(path);
    return host === undefined || isRunning(host) ? [] : [...recordsOf(path)];
  });
  // While a host clears up after a dead one, a shell may stand in both places.
  const all = new Map([...left, ...endedShells(stateDir)].map((record) => [record.id, record]));
  return [...all.values()].sort((a, b) => a.createdAt - b.createdAt);
}
