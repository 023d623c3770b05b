import type { Readable, Writable } from "node:stream";
import { Fault } from "../../base/fault.ts";
import { keepAlive } from "../../base/keep-alive.ts";
import { descendantsOf } from "../descendants.ts";
import { childEnvironment } from "../environment.ts";
import { type Identity, identityOf, isRunning } from "../identity.ts";
import { killTree } from "../kill-tree.ts";
import { startProcess } from "../spawn.ts";

/** What the programs that start work elsewhere need of the user's environment, beside its core. */
const LAUNCHERS_NAMES = [
  "SSH_AUTH_SOCK",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "KUBECONFIG",
  "DOCKER_HOST",
  "DOCKER_CONTEXT",
  "DOCKER_CONFIG",
  "CONTAINER_HOST",
  "CONTAINERS_*",
  "SLURM_CONF",
  "SBATCH_*",
  "SRUN_*",
];

/**
 * A bash that is nobody's child and whose stdin is a socket, as Node's pipes are, takes itself for a remote shell: `bash -c` then
 * reads ~/.bashrc, and what that prints or waits for comes before the launcher's own. A level says that it is a child.
 */
const CHILD_OF_A_HOST = { SHLVL: "1" };

/** A program that gives a process elsewhere its stdin and stdout. */
export type Launched = {
  readonly identity: Identity;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Ends it with all below it, also where it is stopped. */
  readonly kill: () => Promise<void>;
  /** Settles with a sentence when it is gone. */
  readonly ended: Promise<string>;
};

/** Starts a launcher. It gets no secret of the host's environment but those the operator names. */
export async function launch(argv: readonly string[], names: readonly string[] = []): Promise<Launched> {
  const [file = "", ...args] = argv;
  const env = childEnvironment({ inherit: "core", include: [...LAUNCHERS_NAMES, ...names], set: CHILD_OF_A_HOST });
  const child = await startProcess({ file, args, cwd: process.cwd(), env });
  const { stdin, stdout, stderr, pid = 0 } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Fault("SPAWN_FAILED", `${file} has no pipes`);
  const identity = identityOf(pid) ?? { pid, startTime: "" };
  for (const stream of [stdin, stdout, stderr]) stream.on("error", () => undefined); // its end tells
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(`${file} ended with ${signal ?? `exit code ${code}`}`));
  });
  const list = (): readonly Identity[] => [identity, ...descendantsOf(pid)].filter(isRunning);
  return {
    identity,
    stdin,
    stdout,
    stderr,
    ended,
    kill: async () => {
      if (identity.startTime !== "") await keepAlive(killTree({ list }));
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
    },
  };
}
