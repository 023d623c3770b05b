import { readFileSync } from "node:fs";

/** The processes above this one, up to the daemon of the step: what dies with its node. */
function ancestorsOf(pid: number): readonly number[] {
  const [, name = "", parent = "0"] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return name.startsWith("slurmstepd") || parent === "1" ? [pid] : [...ancestorsOf(Number(parent)), pid];
}

/** Kills the node that a process runs on, and all of its job that is above the process; the node's name. */
export function killNode(nodes: ReadonlyMap<string, { readonly kill: () => void }>, pid: number): string {
  const [, node = ""] = /(?:^|\0)SLURMD_NODENAME=([^\0]*)/.exec(readFileSync(`/proc/${pid}/environ`, "utf8")) ?? [];
  nodes.get(node)?.kill();
  for (const above of ancestorsOf(pid)) {
    try {
      process.kill(above, "SIGKILL");
    } catch {
      // it ended with the one above it
    }
  }
  return node;
}
