import { readdirSync, readFileSync } from "node:fs";
import type { SpawnPlan } from "../spawn-plan.ts";

/**
 * Runs between nacre and the plan's program, in a shell that becomes that program. The shell enters the control groups,
 * because only a process itself can enter one without a race; a nurse does it without a shell (`nursery-script.ts`). Zero into `tasks` moves the writer alone and spares a lock that
 * costs milliseconds; the unified hierarchy has no such file.
 */
const ENTER =
  'while [ "$1" != -- ]; do if [ -e "$1/tasks" ]; then echo 0 >"$1/tasks"; else echo $$ >"$1/cgroup.procs"; fi || exit 126; shift; done; shift';

/** The same shell closes every descriptor from a number on. */
const CLOSE = 'for fd in /proc/self/fd/*; do fd=${fd##*/}; if (( fd >= first )); then eval "exec $fd>&-"; fi; done';

/** Whether the host inherited descriptors from its parent, which it would hand on to every process it starts. */
function hasStrayDescriptors(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => Number(name) > 2 && !closesOnExec(`${directory}/${name}`));
  } catch {
    return true; // in doubt there are some
  }
}

function closesOnExec(path: string): boolean {
  try {
    const [, flags = "0"] = /^flags:\s*([0-7]+)/m.exec(readFileSync(path, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & 0o2000000) !== 0;
  } catch {
    return true; // closed since the listing
  }
}

/**
 * The same plan for a host that starts it itself: it enters its control groups and has no descriptors but its own.
 * `descriptors` is where the kernel lists the host's.
 */
export function enteringGroups(plan: SpawnPlan, descriptors = "/proc/self/fdinfo"): SpawnPlan {
  const { groups } = plan;
  if (groups === undefined) return plan;
  const hasStrays = hasStrayDescriptors(descriptors);
  if (!hasStrays && groups.length === 0) return plan;
  const command = [...groups, "--", plan.file, ...plan.args];
  if (!hasStrays) return { ...plan, file: "/bin/sh", args: ["-c", `${ENTER}; exec "$@"`, "launch", ...command] };
  const first = String(3 + (plan.descriptors?.length ?? 0));
  // A bash whose stdin is a socket takes itself for a remote shell and runs ~/.bashrc unless told not to.
  const args = [
    "--norc",
    "--noprofile",
    "-p",
    "-c",
    `first=$1; shift; ${ENTER}; ${CLOSE}; exec "$@"`,
    "launch",
    first,
    ...command,
  ];
  return { ...plan, file: "/bin/bash", args };
}
