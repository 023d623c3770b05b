import type { Limits } from "../../base/limits.ts";
import { isInside } from "../../files/path-inside.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { SET_GID_VARIABLE } from "../../process/supervisor/perl-set-gid.ts";
import { languageOf } from "../../process/supervisor/supervisor-languages.ts";
import type { ShellDirectories } from "../sandbox.ts";
import { type ViewParts, viewOf } from "../view/mount-arguments.ts";
import type { Seal } from "../view/seal.ts";
import type { Account } from "../view/system-view.ts";
import { graftedPlan } from "./crowd/graft-workspace.ts";
import { startInside } from "./start-inside.ts";

/** The program that builds the wall, and what it does to the processes behind it. */
export type WallProgram = {
  /** The absolute path of bubblewrap. */
  readonly bwrap: string;
  /** The account that commands run as. */
  readonly account: Account;
  readonly seccomp: Buffer | undefined;
  /** The filter for a supervisor that answers for set-gid bits itself, and what that is told; undefined where none can. */
  readonly leftToSupervisor?: { readonly seccomp: Buffer; readonly calls: string } | undefined;
  readonly limits: Limits;
  /** The perl that closes the machine's abstract sockets; undefined where none can, or need not. */
  readonly socketCloser?: string | undefined;
};

/** What one shell is started with. */
export type ShellPlan = {
  readonly plan: SpawnPlan;
  /** The sandbox's own variables; they replace the plan's. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directories: ShellDirectories | undefined;
  readonly seals: readonly Seal[];
  /** The keeper whose workspace it gets: the pid of its first process inside. */
  readonly keeper?: number | undefined;
};

/**
 * The same plan behind the wall. bubblewrap reads its arguments from a descriptor, so that no part of a plan can become
 * one of them.
 */
export function walledPlan(program: WallProgram, view: ViewParts, shell: ShellPlan): SpawnPlan {
  const { bwrap, account } = program;
  const { plan, directories, seals, keeper } = shell;
  const left = languageOf(plan.args)?.givesSetGid === true ? program.leftToSupervisor : undefined;
  const seccomp = left?.seccomp ?? program.seccomp;
  const environment = { ...shell.environment, ...(left === undefined ? {} : { [SET_GID_VARIABLE]: left.calls }) };
  const first = startInside(plan, program, keeper !== undefined);
  const inner = first.plan;
  const handed = inner.descriptors ?? [];
  const argsAt = 3 + handed.length;
  const directory = startIn(view, shell);
  const args = [
    namespaces(account),
    seccomp === undefined ? [] : ["--seccomp", String(argsAt + 1)],
    viewOf(view, { directories, seals, isGrafted: keeper !== undefined }),
    ["--remount-ro", "/", "--chdir", keeper === undefined ? directory : "/", "--clearenv"],
    Object.entries({ ...plan.env, ...environment, ...first.environment }).flatMap(([name, value]) => [
      "--setenv",
      name,
      value,
    ]),
  ].flat();
  const told = Buffer.from(args.map((arg) => `${arg}\0`).join(""));
  const walled = {
    file: bwrap,
    args: ["--args", String(argsAt), "--", inner.file, ...inner.args],
    cwd: "/",
    // bubblewrap's own environment would be readable inside, as /proc/1/environ.
    env: {},
    ...(plan.mark === undefined ? {} : { mark: plan.mark }),
    descriptors: [...handed, told, ...(seccomp === undefined ? [] : [seccomp])],
  };
  const { workspace } = view.profile;
  if (keeper === undefined) return walled;
  return graftedPlan(walled, { keeper, workspace, directory, andThen: first.forGate });
}

/** The shell's directory, or the workspace where that directory is not shown: bubblewrap would not start in it. */
function startIn({ profile, toolchains }: ViewParts, { plan, directories }: ShellPlan): string {
  const shown = [
    directories?.runtimeDir ?? [],
    profile.workspace,
    ...profile.read,
    ...profile.write,
    ...toolchains,
  ].flat();
  return shown.some((root) => isInside(plan.cwd, root)) ? plan.cwd : profile.workspace;
}

const namespaces = (user: Account): string[] =>
  [
    ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ["--uid", String(user.uid), "--gid", String(user.gid), "--hostname", "nacre"],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--disable-userns"],
  ].flat();
