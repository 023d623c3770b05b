import { Fault } from "../../core/base/fault.ts";
import { hintFor } from "../../core/base/hint-for.ts";
import { isRecord } from "../../core/base/is-record.ts";
import { shown } from "../../core/base/show-value.ts";
import type { SandboxRequest } from "../../core/sandbox/sandbox.ts";

/** Where commands can run besides this machine. */
const MACHINE_KINDS = ["command", "ssh", "podman", "docker", "slurm", "kubernetes"] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** What a job of Slurm may use, in Slurm's own units. */
export type SlurmProfile = {
  readonly cpus?: number;
  readonly memory?: string;
  readonly time?: string;
  readonly partition?: string;
  readonly gpus?: string;
};

/** One machine, as the operator describes it. */
export type MachineOptions = {
  readonly kind: MachineKind;
  /** The directory there that commands may change; the home there if not given. */
  readonly workspace?: string;
  /** Words that come before the worker's own: any program that passes stdin and stdout on. */
  readonly command?: readonly string[];
  /** Of ssh: `user@box`, or a name of the user's ssh configuration. */
  readonly destination?: string;
  /** Of podman and docker: a container is made of it and removed again. */
  readonly image?: string;
  /** Of podman and docker: a container that runs, in place of an image. */
  readonly container?: string;
  /** Of kubernetes. */
  readonly pod?: string;
  readonly namespace?: string;
  /** Of slurm: what a job may use, by name. A client chooses among them and writes no argument. */
  readonly profiles?: Readonly<Record<string, SlurmProfile>>;
  /** The profile that counts where none is chosen. */
  readonly profile?: string;
  /** More arguments of the program that starts it, such as `-p 2222` or `--network=none`. */
  readonly arguments?: readonly string[];
  /** The worker, where nacre is installed there, such as `["nacre", "worker"]`; else it is carried over. */
  readonly worker?: readonly string[];
  /** The program there that runs a worker which is carried over; `node` if not given. */
  readonly node?: string;
  /** In place of the toolkit's own: where a container is the wall, or the machine cannot build a sandbox. */
  readonly sandbox?: SandboxRequest;
  readonly stateDir?: string;
  /** Variables of this host that the launcher gets although they look secret. */
  readonly env?: readonly string[];
  readonly idleMs?: number;
  readonly startMs?: number;
  /** So often both sides say that they live; one that hears nothing for six times as long gives up. */
  readonly beatMs?: number;
};

type Field = { readonly allowed: string; readonly accepts: (value: unknown) => boolean };

const isWord = (value: unknown): boolean => typeof value === "string" && value !== "" && !value.includes("\0");
/** A word that no program takes for an option. */
const NAME: Field = {
  allowed: "a name that does not begin with a dash",
  accepts: (value) => isWord(value) && !String(value).startsWith("-"),
};
const WORDS: Field = {
  allowed: "a list of words",
  accepts: (value) => Array.isArray(value) && value.every(isWord),
};
const PATH: Field = {
  allowed: "a path there that begins with /",
  accepts: (value) => isWord(value) && String(value).startsWith("/"),
};
const SPAN: Field = {
  allowed: "a whole number of at least 1000",
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1000,
};

const FIELDS: Readonly<Record<keyof MachineOptions, Field>> = {
  kind: { allowed: MACHINE_KINDS.join(", "), accepts: (value) => MACHINE_KINDS.some((one) => one === value) },
  workspace: PATH,
  command: WORDS,
  destination: NAME,
  image: NAME,
  container: NAME,
  pod: NAME,
  namespace: NAME,
  profiles: { allowed: "an object of profiles", accepts: (value) => isRecord(value) && areProfiles(value) },
  profile: NAME,
  arguments: WORDS,
  worker: WORDS,
  node: NAME,
  sandbox: {
    allowed: '"none", "workspace", "readonly" or an object with profile, network, read, write',
    accepts: (value) => ["none", "workspace", "readonly"].some((one) => one === value) || isRecord(value),
  },
  stateDir: PATH,
  env: WORDS,
  idleMs: SPAN,
  startMs: SPAN,
  beatMs: {
    allowed: "a whole number from 100 to 60000",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 100 && Number(value) <= 60_000,
  },
};

const PROFILE: Readonly<Record<keyof SlurmProfile, RegExp>> = {
  cpus: /^[1-9]\d{0,4}$/,
  memory: /^\d{1,9}[KMGT]?$/,
  time: /^[\d:-]{1,20}$/,
  partition: /^[\w.,][\w.,-]{0,100}$/,
  gpus: /^[\w:.,]{1,100}$/,
};

const areProfiles = (profiles: Readonly<Record<string, unknown>>): boolean =>
  Object.values(profiles).every(
    (profile) =>
      isRecord(profile) &&
      Object.entries(profile).every(
        ([name, value]) =>
          Object.hasOwn(PROFILE, name) && PROFILE[name as keyof SlurmProfile].test(String(value)) && value !== null,
      ),
  );

/** What a kind cannot do without. */
const NEEDED: Readonly<Record<MachineKind, readonly (readonly (keyof MachineOptions)[])[]>> = {
  command: [["command", "worker"]],
  ssh: [["destination"]],
  podman: [["image", "container"]],
  docker: [["image", "container"]],
  slurm: [],
  kubernetes: [["pod"]],
};

/** Refuses machines that cannot be meant. `named` gives the name under which the operator wrote a key. */
export function checkMachines(
  machines: unknown,
  named: (key: string) => string = (key) => key,
): Readonly<Record<string, MachineOptions>> {
  if (!isRecord(machines)) throw wrong(`${named("machines")} is ${shown(machines)}; it must be an object of machines`);
  for (const [name, machine] of Object.entries(machines)) {
    const at = `${named("machines")}: ${JSON.stringify(name)}`;
    if (!/^[A-Za-z0-9][\w.-]{0,62}$/.test(name)) throw wrong(`${at} is no name for a machine`);
    if (!isRecord(machine)) throw wrong(`${at} is ${shown(machine)}; it must be an object with kind`);
    checkMachine(machine, at);
  }
  return machines as Readonly<Record<string, MachineOptions>>;
}

function checkMachine(machine: Readonly<Record<string, unknown>>, at: string): void {
  for (const [key, value] of Object.entries(machine)) {
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key as keyof MachineOptions] : undefined;
    if (field === undefined)
      throw wrong(`${at}: ${key} is not a key; ${hintFor(key, Object.keys(FIELDS), (one) => one)}`);
    if (!field.accepts(value)) throw wrong(`${at}: ${key} is ${shown(value)}; it must be ${field.allowed}`);
  }
  const kind = machine["kind"] as MachineKind | undefined;
  if (kind === undefined) throw wrong(`${at} has no kind; it must be ${FIELDS.kind.allowed}`);
  for (const some of NEEDED[kind]) {
    if (!some.some((key) => machine[key] !== undefined))
      throw wrong(`${at}: a machine of kind ${kind} needs ${some.join(" or ")}`);
  }
  const { profile, profiles } = machine;
  if (typeof profile === "string" && !(isRecord(profiles) && Object.hasOwn(profiles, profile)))
    throw wrong(`${at}: there is no profile ${shown(profile)}`);
}

const wrong = (sentence: string): Fault => new Fault("CONFIG_INVALID", sentence);
