import type { SpawnPlan } from "../process/plan.ts";

/**
 * What happens between us and bubblewrap, in a bash that becomes bubblewrap: it enters the control groups (a process can
 * only put itself in without a race) and closes every descriptor that our host was given by its own parent, because
 * bubblewrap would hand them on.
 */
const SCRIPT = [
  "first=$1; shift",
  'while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs" || exit 126; shift; done; shift',
  'for fd in /proc/self/fd/*; do fd=${fd##*/}; if (( fd >= first )); then eval "exec $fd>&-"; fi; done',
  'exec "$@"',
].join("\n");

/** The same plan, started in these control groups and with no descriptors but its own. */
export function launched(plan: SpawnPlan, groups: readonly string[], bash = "/bin/bash"): SpawnPlan {
  const first = String(3 + (plan.descriptors?.length ?? 0));
  // A bash whose stdin is a socket takes itself for a remote shell and runs ~/.bashrc unless told not to.
  return {
    ...plan,
    file: bash,
    args: ["--norc", "--noprofile", "-p", "-c", SCRIPT, "launch", first, ...groups, "--", plan.file, ...plan.args],
  };
}
