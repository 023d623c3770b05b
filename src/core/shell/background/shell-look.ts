import { Slices } from "../../base/slices.ts";
import { wasAsleep } from "../../process/descendants.ts";
import type { Identity } from "../../process/identity.ts";
import { type Ports, portsOf, socketsOf } from "../../process/listening-ports.ts";
import { runSoFar } from "../../process/run-so-far.ts";
import type { ShellProcess } from "./shell-process.ts";

/** What the kernel tells of a shell. */
export type ShellLook = {
  readonly shell: ShellProcess;
  /** The process that runs the command; undefined once it has ended. */
  readonly pid: number | undefined;
  /** All that live, as the look found them. */
  readonly processes: readonly Identity[];
  readonly listeningPorts: Ports;
};

/** Looks at many shells, in slices. */
export async function lookAtShells(shells: readonly ShellProcess[]): Promise<readonly ShellLook[]> {
  const slices = new Slices();
  const found: Found[] = [];
  for (const shell of shells) {
    found.push(lookAt(shell));
    await slices.step();
  }
  const ports = await portsOf(found.map(({ sockets }) => sockets));
  return found.map(({ sockets: _, ...its }, index) => ({ ...its, listeningPorts: ports[index] }));
}

type Found = Omit<ShellLook, "listeningPorts"> & { readonly sockets: ReturnType<typeof socketsOf> };

/** What the last look found, and what each process had run before that look. */
type Seen = {
  readonly runs: ReadonlyMap<number, string | undefined>;
  readonly isAtRest: boolean;
  readonly found: Found;
};

const SEEN = new WeakMap<ShellProcess, Seen>();

/** Most of many shells sleep: one that has not run since the last look is as it was. */
function lookAt(shell: ShellProcess): Found {
  const last = SEEN.get(shell);
  const runs = new Map([...(last?.runs.keys() ?? [])].map((pid) => [pid, runSoFar(pid)]));
  if (last?.isAtRest === true && [...runs].every(([pid, run]) => run === last.runs.get(pid))) return last.found;
  const processes = shell.processes();
  const found = { shell, pid: shell.pidAmong(processes), processes, sockets: socketsOf(processes) };
  const pids = processes.map(({ pid }) => pid);
  // A process that sleeps now, and has run by the next look what it had run before this one, slept all the time between.
  const isAtRest =
    pids.length > 0 &&
    pids.length === runs.size &&
    processes.every((one) => runs.get(one.pid) !== undefined && wasAsleep(one));
  SEEN.set(shell, { runs: new Map(pids.map((pid) => [pid, runs.get(pid)])), isAtRest, found });
  return found;
}
