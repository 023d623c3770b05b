import { Fault } from "../../core/base/fault.ts";
import { MACHINE_START_MS } from "../../core/base/limits/machine-limits.ts";
import { commandText } from "../argument-list.ts";
import type { MachineKind, MachineOptions, SlurmProfile } from "./machine-options.ts";
import { BOOT, carriedWorker } from "./worker-file.ts";
import type { Launch } from "./worker-link.ts";

/** The words that start a worker on a machine: those of the kind, the operator's own, and the worker's behind them. */
type Words = (machine: MachineOptions, worker: readonly string[], profile: SlurmProfile) => readonly string[];

const own = ({
  command = [],
  arguments: words = [],
}: MachineOptions): {
  readonly before: readonly string[];
  readonly words: readonly string[];
} => ({ before: command, words });

/** A container of its own, gone when its worker ends; or a process in one that runs. */
const container =
  (program: string): Words =>
  (machine, worker) => {
    const { before, words } = own(machine);
    const { image = "", container: running } = machine;
    const what = running === undefined ? ["run", "-i", "--rm", ...words, image] : ["exec", "-i", ...words, running];
    return [...before, program, ...what, ...worker];
  };

/** Each engine's own words. What limits, places and ends the work is the engine. */
const KINDS: Readonly<Record<MachineKind, Words>> = {
  command: (machine, worker) => [...own(machine).before, ...own(machine).words, ...worker],
  // Keeps no connection that does not answer; asks for no password. A shell there reads the words, so they are quoted.
  ssh: (machine, worker) => [
    ...own(machine).before,
    "ssh",
    "-T",
    "-o",
    "BatchMode=yes",
    "-o",
    "ServerAliveInterval=10",
    "-o",
    "ServerAliveCountMax=3",
    ...own(machine).words,
    machine.destination ?? "",
    `exec ${commandText(worker)}`,
  ],
  podman: container("podman"),
  docker: container("docker"),
  // One task, its stdin and stdout unbuffered; a job that loses its node is not started again.
  slurm: (machine, worker, { cpus, memory, time, partition, gpus }) => [
    ...own(machine).before,
    "srun",
    "-u",
    "-n1",
    "-N1",
    "--job-name=nacre",
    ...flag("--cpus-per-task", cpus),
    ...flag("--mem", memory),
    ...flag("--time", time),
    ...flag("--partition", partition),
    ...flag("--gpus", gpus),
    ...own(machine).words,
    ...worker,
  ],
  kubernetes: (machine, worker) => [
    ...own(machine).before,
    "kubectl",
    "exec",
    "-i",
    ...flag("--namespace", machine.namespace),
    ...own(machine).words,
    machine.pod ?? "",
    "--",
    ...worker,
  ],
};

const flag = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}=${value}`];

/** How a machine's worker is started, with a profile that a client may have chosen by its name. */
export function launchOf(machine: MachineOptions, chosen: string | undefined = machine.profile): Launch {
  const { worker, node = "node", env, startMs = MACHINE_START_MS, profiles = {} } = machine;
  const profile = chosen === undefined ? {} : new Map(Object.entries(profiles)).get(chosen);
  if (profile === undefined) {
    const known = Object.keys(profiles).join(", ");
    throw new Fault("CONFIG_INVALID", `there is no profile ${JSON.stringify(chosen)}; there are: ${known || "none"}`);
  }
  const argv = KINDS[machine.kind](machine, worker ?? [node, "-e", BOOT], profile);
  return { argv, env, startMs, carried: worker === undefined ? carriedWorker() : undefined };
}
