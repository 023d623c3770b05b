import type { Limits } from "../base/limits.ts";
import type { SpawnPlan } from "../process/plan.ts";
import { limitPlan } from "../process/rlimits.ts";
import { type Cgroup, createCgroup } from "./cgroup.ts";
import { launched } from "./launch.ts";
import { isWithin } from "./path-segments.ts";
import type { CommandOutcome, Containment, Sandbox } from "./sandbox.ts";
import { accounts } from "./system-view.ts";
import { homeInside, type ViewParts, viewOf } from "./view.ts";

export type BubblewrapParts = ViewParts & {
  /** The absolute path of bubblewrap. */
  readonly bwrap: string;
  readonly containment: Containment;
  readonly limits: Limits;
  /** Who started us. Root is somebody else inside, so that programs do not try what only root can. */
  readonly user: { readonly uid: number; readonly gid: number };
  readonly seccomp: Buffer | undefined;
};

/** Nobody's business from outside: the sandbox's own user when the caller is root. */
const UNPRIVILEGED = { uid: 1000, gid: 1000 };

/** The wall on Linux: a bubblewrap from a fixed place, told by descriptor what to show. */
export class Bubblewrap implements Sandbox {
  readonly containment: Containment;
  readonly limits: Limits;
  readonly environment: Readonly<Record<string, string>>;
  readonly #parts: BubblewrapParts;
  readonly #groups: Cgroup[] = [];

  constructor(parts: BubblewrapParts) {
    this.#parts = parts;
    this.containment = parts.containment;
    this.limits = parts.limits;
    this.environment = { HOME: homeInside(parts.profile.home), TMPDIR: "/tmp", USER: "agent", LOGNAME: "agent" };
  }

  wrap(plan: SpawnPlan, { runtimeDir }: { readonly runtimeDir: string }): SpawnPlan {
    const { bwrap, seccomp, user } = this.#parts;
    const inner = limitPlan(plan, this.limits);
    const handed = inner.descriptors ?? [];
    const inside = user.uid === 0 ? UNPRIVILEGED : user;
    const { passwd, group } = accounts({ ...inside, home: this.environment["HOME"] ?? "/" });
    const own = [Buffer.alloc(0), passwd, group, ...(seccomp === undefined ? [] : [seccomp])];
    const [argsAt, passwdAt, groupAt, seccompAt] = own.map((_, index) => String(3 + handed.length + index));
    const args = [
      namespaces(inside, this.#parts.profile.network !== "on"),
      seccompAt === undefined ? [] : ["--seccomp", seccompAt],
      viewOf(this.#parts, runtimeDir),
      ["--perms", "0644", "--ro-bind-data", passwdAt ?? "", "/etc/passwd"],
      ["--perms", "0644", "--ro-bind-data", groupAt ?? "", "/etc/group"],
      ["--remount-ro", "/", "--chdir", this.#startIn(plan.cwd, runtimeDir), "--clearenv"],
      Object.entries({ ...plan.env, ...this.environment }).flatMap(([name, value]) => ["--setenv", name, value]),
    ].flat();
    own[0] = Buffer.from(args.map((arg) => `${arg}\0`).join(""));
    const walled: SpawnPlan = {
      file: bwrap,
      args: ["--args", argsAt ?? "", "--", inner.file, ...inner.args],
      cwd: "/",
      // Its own environment would be readable inside, as /proc/1/environ.
      env: {},
      descriptors: [...handed, ...own],
    };
    return launched(walled, this.#group()?.directories ?? []);
  }

  explain(_outcome: CommandOutcome): string | undefined {
    return undefined;
  }

  async afterCommand(): Promise<readonly string[]> {
    return [];
  }

  async close(): Promise<void> {
    for (const group of this.#groups.splice(0)) group.remove();
    this.#parts.scratch.remove();
  }

  /** The kernel counts nobody's processes against root; a control group does. */
  #group(): Cgroup | undefined {
    for (const [index, group] of [...this.#groups.entries()].reverse())
      if (group.remove()) this.#groups.splice(index, 1);
    const group = createCgroup(this.limits);
    if (group !== undefined) this.#groups.push(group);
    return group;
  }

  /** A directory that is not there inside would keep the shell from starting at all. */
  #startIn(cwd: string, runtimeDir: string): string {
    const { profile, toolchains } = this.#parts;
    const shown = [runtimeDir, profile.workspace, ...profile.read, ...profile.write, ...toolchains];
    return shown.some((root) => isWithin(cwd, root)) ? cwd : profile.workspace;
  }
}

const namespaces = (user: { readonly uid: number; readonly gid: number }, ownNetwork: boolean): string[] =>
  [
    ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ownNetwork ? ["--unshare-net"] : [],
    ["--uid", String(user.uid), "--gid", String(user.gid), "--hostname", "nacre"],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--disable-userns"],
  ].flat();
