import { readFileSync } from "node:fs";
import { pidsInEnvironment } from "../support/is-alive.ts";
import { waitUntil } from "../support/wait-until.ts";

/** The processes above this one, up to the daemon of the step: what dies with its node. */
function ancestorsOf(pid: number): readonly number[] {
  const [, name = "", parent = "0"] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return name.startsWith("slurmstepd") || parent === "1" ? [pid] : [...ancestorsOf(Number(parent)), pid];
}

/**
 * Ends the daemons of steps that a cluster has left: one whose node died tells its controller of the end, and goes on when
 * that one is gone too.
 */
export function endSteps(dir: string): Promise<void> {
  const isStep = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/comm`, "utf8") === "slurmstepd\n";
    } catch {
      return false; // it ended while we looked
    }
  };
  return waitUntil("the daemons of its steps to be gone", () => {
    const steps = pidsInEnvironment(`SLURM_CONF=${dir}/`).filter(isStep);
    for (const pid of steps) kill(pid);
    return steps.length === 0;
  });
}

/** Kills the node that a process runs on, and all of its job that is above the process; the node's name. */
export function killNode(nodes: ReadonlyMap<string, { readonly kill: () => void }>, pid: number): string {
  const [, node = ""] = /(?:^|\0)SLURMD_NODENAME=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, "utf8")) ?? [];
  nodes.get(node)?.kill();
  for (const above of ancestorsOf(pid)) kill(above);
  return node;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended, perhaps with the one above it
  }
}
