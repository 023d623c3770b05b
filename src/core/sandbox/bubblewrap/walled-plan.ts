import type { Limits } from "../../base/limits.ts";
import { isInside } from "../../files/path-inside.ts";
import { limitPlan } from "../../process/rlimits.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { withoutAbstractSockets } from "../network/abstract-sockets.ts";
import type { ShellDirectories } from "../sandbox.ts";
import { type ViewParts, viewOf } from "../view/mount-arguments.ts";
import type { Seal } from "../view/seal.ts";
import type { Account } from "../view/system-view.ts";

/** The program that builds the wall, and what it does to the processes behind it. */
export type WallProgram = {
  /** The absolute path of bubblewrap. */
  readonly bwrap: string;
  /** The account that commands run as. */
  readonly account: Account;
  readonly seccomp: Buffer | undefined;
  readonly limits: Limits;
  /** The perl that closes the machine's abstract sockets; undefined where none can, or need not. */
  readonly socketCloser?: string | undefined;
};

/** What one shell is started with. */
export type ShellPlan = {
  readonly plan: SpawnPlan;
  /** The sandbox's own variables; they replace the plan's. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directories: ShellDirectories;
  readonly seals: readonly Seal[];
};

/**
 * The same plan behind the wall. bubblewrap reads its arguments from a descriptor, so that no part of a plan can become
 * one of them.
 */
export function walledPlan(program: WallProgram, view: ViewParts, shell: ShellPlan): SpawnPlan {
  const { bwrap, seccomp, account, limits, socketCloser } = program;
  const { plan, environment, directories, seals } = shell;
  const limited = limitPlan(plan, limits);
  const inner = socketCloser === undefined ? limited : withoutAbstractSockets(limited, socketCloser);
  const handed = inner.descriptors ?? [];
  const argsAt = 3 + handed.length;
  const args = [
    namespaces(account),
    seccomp === undefined ? [] : ["--seccomp", String(argsAt + 1)],
    viewOf(view, { directories, seals }),
    ["--remount-ro", "/", "--chdir", startIn(view, shell), "--clearenv"],
    Object.entries({ ...plan.env, ...environment }).flatMap(([name, value]) => ["--setenv", name, value]),
  ].flat();
  const told = Buffer.from(args.map((arg) => `${arg}\0`).join(""));
  return {
    file: bwrap,
    args: ["--args", String(argsAt), "--", inner.file, ...inner.args],
    cwd: "/",
    // bubblewrap's own environment would be readable inside, as /proc/1/environ.
    env: {},
    ...(plan.mark === undefined ? {} : { mark: plan.mark }),
    descriptors: [...handed, told, ...(seccomp === undefined ? [] : [seccomp])],
  };
}

/** The shell's directory, or the workspace where that directory is not shown: bubblewrap would not start in it. */
function startIn({ profile, toolchains }: ViewParts, { plan, directories }: ShellPlan): string {
  const shown = [directories.runtimeDir, profile.workspace, ...profile.read, ...profile.write, ...toolchains];
  return shown.some((root) => isInside(plan.cwd, root)) ? plan.cwd : profile.workspace;
}

const namespaces = (user: Account): string[] =>
  [
    ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ["--uid", String(user.uid), "--gid", String(user.gid), "--hostname", "nacre"],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--disable-userns"],
  ].flat();
