import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Limits, SANDBOX_REAPED_MS } from "../../base/limits.ts";
import type { DiskSpace } from "../../files/disk-space.ts";
import { isInside } from "../../files/path-inside.ts";
import { identityOf, signal } from "../../process/identity.ts";
import { limitPlan } from "../../process/rlimits.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import { explainRefusal } from "../explain/explain.ts";
import { refuseUnsealable } from "../guard/refuse-unsealable.ts";
import { WorkspaceGuard } from "../guard/workspace-guard.ts";
import { scanWorkspace } from "../guard/workspace-scan.ts";
import { PROXY_ENVIRONMENT } from "../network/forwarder.ts";
import type { Proxy } from "../network/proxy.ts";
import type { CommandOutcome, Containment, Sandbox } from "../sandbox.ts";
import { type ViewParts, viewOf } from "../view/mount-arguments.ts";
import type { Account } from "../view/system-view.ts";
import { type Cgroup, createCgroup } from "./cgroup.ts";
import { DiskWatch } from "./disk-watch.ts";
import { launched } from "./enter-cgroups.ts";
import { IdleMonitor } from "./idle-monitor.ts";
import { insideOf, mountPointsOf, pidsInside, wallStands } from "./inspect-sandbox.ts";
import type { PrivateNetwork } from "./private-network.ts";
import { RetainedMounts } from "./retain-mounts.ts";
import { sealPaths } from "./seal-paths.ts";
import { checkLaid, type Laid, laidBy } from "./verify-mounts.ts";

export type BubblewrapParts = ViewParts & {
  /** The absolute path of bubblewrap. */
  readonly bwrap: string;
  readonly containment: Containment;
  readonly limits: Limits;
  /** Who commands are. */
  readonly account: Account;
  readonly seccomp: Buffer | undefined;
  /** What is left on the disk of a directory. */
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
  /** Where its shells are, when that is not the host's network. */
  readonly network: PrivateNetwork | "host";
  /** The way to the listed hosts, when there is a list. */
  readonly proxy: Proxy | undefined;
};

/** Processes of a shell that does nothing: supervisor and bash. */
const AT_REST = 2;

/** Without a network a second attempt is a minute of waiting for the same answer. */
const NO_RETRIES = { NPM_CONFIG_FETCH_RETRIES: "0", PIP_RETRIES: "0" };

/** The wall on Linux: a bubblewrap from a fixed place, told by descriptor what to show. */
export class Bubblewrap implements Sandbox {
  readonly containment: Containment;
  readonly limits: Limits;
  readonly environment: Readonly<Record<string, string>>;
  readonly #parts: BubblewrapParts;
  #groups: readonly Cgroup[] = [];
  /** Those of them that are empty because their shell has not started. */
  readonly #awaiting = new Set<Cgroup>();
  readonly #guard: WorkspaceGuard;
  readonly #disks: DiskWatch;
  /** Shells that were started and may still run. */
  readonly #pids = new Set<number>();
  /** Plans, with what has to be known when they have become processes. */
  readonly #plans = new WeakMap<SpawnPlan, { readonly laid: Laid; readonly group: Cgroup | undefined }>();
  readonly #mounts = new RetainedMounts();
  readonly #notices: string[] = [];
  readonly #idle: IdleMonitor;
  /** Commands and background shells that run now. */
  #busy = 0;

  constructor(parts: BubblewrapParts) {
    this.#parts = parts;
    this.containment = parts.containment;
    this.limits = parts.limits;
    this.#idle = new IdleMonitor({
      shells: () => [...this.#pids],
      perShell: AT_REST,
      onCalm: () => this.#notices.push(...this.#guard.lookBefore()),
    });
    this.environment = {
      HOME: parts.account.home,
      TMPDIR: "/tmp",
      USER: "agent",
      LOGNAME: "agent",
      ...(parts.proxy === undefined ? {} : PROXY_ENVIRONMENT),
      ...(parts.profile.network === "off" ? NO_RETRIES : {}),
    };
    const { workspace, stateDir, read, write, guard } = parts.profile;
    this.#guard = new WorkspaceGuard({
      workspace,
      read,
      write,
      guard,
      quarantine: join(stateDir, "quarantine"),
      isIdle: () => this.isAtRest,
      looksIdle: () => this.#looksIdle(),
      onChanged: () => void this.#protect(),
      endWork: () => this.#endWork(),
    });
    this.#disks = new DiskWatch({
      spaceOf: parts.spaceOf,
      directories: [workspace, parts.scratch.root, stateDir, ...write],
      onFull: (directory, { freeBytes }) => {
        if (this.#endWork())
          this.#notices.push(
            `the sandbox ended what ran: the disk of ${directory} was running full (${Math.round(freeBytes / 2 ** 20)} MiB left)`,
          );
      },
    });
  }

  wrap(plan: SpawnPlan, { runtimeDir }: { readonly runtimeDir: string }): SpawnPlan {
    const { bwrap, seccomp, account, network } = this.#parts;
    const scan = scanWorkspace(this.#parts.profile.workspace);
    this.#guard.sealScanned(scan);
    const seals = this.#guard.seals();
    refuseUnsealable(scan, this.#guard.lost);
    const laid = laidBy(seals, this.#parts.profile.workspace);
    const inner = limitPlan(plan, this.limits);
    const handed = inner.descriptors ?? [];
    const argsAt = 3 + handed.length;
    const args = [
      namespaces(account),
      seccomp === undefined ? [] : ["--seccomp", String(argsAt + 1)],
      viewOf(this.#parts, { runtimeDir, seals }),
      ["--remount-ro", "/", "--chdir", this.#startIn(plan.cwd, runtimeDir), "--clearenv"],
      Object.entries({ ...plan.env, ...this.environment }).flatMap(([name, value]) => ["--setenv", name, value]),
    ].flat();
    const told = Buffer.from(args.map((arg) => `${arg}\0`).join(""));
    const walled: SpawnPlan = {
      file: bwrap,
      args: ["--args", String(argsAt), "--", inner.file, ...inner.args],
      cwd: "/",
      // Its own environment would be readable inside, as /proc/1/environ.
      env: {},
      descriptors: [...handed, told, ...(seccomp === undefined ? [] : [seccomp])],
    };
    const group = this.#group();
    const placed = network === "host" ? walled : network.enter(walled);
    const whole = launched(placed, group?.directories ?? []);
    this.#plans.set(whole, { laid, group });
    return whole;
  }

  async started(pid: number, plan: SpawnPlan): Promise<void> {
    this.#pids.add(pid);
    await wallStands(pid);
    this.#mounts.hold(pid);
    const { laid, group } = this.#plans.get(plan) ?? {};
    if (group !== undefined) this.#awaiting.delete(group);
    if (laid !== undefined) checkLaid(pid, laid);
    await this.#seal();
    this.#notices.push(...(await this.#disarm()));
    if (this.#busy === 0) this.#idle.expectIdle();
  }

  get isAtRest(): boolean {
    return this.#busy === 0 && (this.#pids.size === 0 || this.#idle.isUndisturbed());
  }

  stir(): void {
    this.#notices.push(...this.#guard.lookBefore());
    this.#idle.disturb();
    if (this.#busy === 0) this.#idle.expectIdle();
  }

  async beforeCommand(): Promise<void> {
    this.#notices.push(...this.#guard.lookBefore());
    this.#busy++;
    this.#idle.disturb();
    if (this.#guard.takeChanged()) await this.#protect();
  }

  async #protect(): Promise<void> {
    this.#notices.push(...(await this.#seal()), ...(await this.#disarm()));
  }

  async afterCommand({ command }: { readonly command: string }): Promise<void> {
    this.#notices.push(...this.#guard.lookAfter(command));
    this.#busy = Math.max(0, this.#busy - 1);
    const failures = this.#guard.takeChanged() ? await this.#seal() : [];
    const disarmed = await this.#disarm();
    if (this.#busy === 0) this.#idle.expectIdle();
    this.#notices.push(...disarmed, ...(disarmed.length === 0 ? failures : []));
  }

  takeNotices(): readonly string[] {
    return this.#notices.splice(0);
  }

  /** Git writes a configuration anew to change it, and a new file is not yet sealed. */
  async #disarm(): Promise<readonly string[]> {
    const disarmed = await this.#guard.disarm();
    return disarmed.length === 0 ? disarmed : [...disarmed, ...(await this.#seal())];
  }

  explain(outcome: CommandOutcome): string | undefined {
    return explainRefusal(outcome, this.#parts.profile, this.#parts.proxy?.takeRefusals());
  }

  async close(): Promise<void> {
    // The last look, everywhere: whoever could still change what commands made is gone.
    this.#guard.lookAfter("git");
    await this.#guard.disarm();
    this.#guard.close();
    this.#idle.close();
    this.#disks.close();
    if (this.#parts.network !== "host") await this.#parts.network.close();
    await this.#parts.proxy?.close();
    this.#awaiting.clear();
    // What was just killed is in its group until somebody reaps it.
    for (const deadline = Date.now() + SANDBOX_REAPED_MS; this.#dropGroups() > 0 && Date.now() < deadline; )
      await sleep(5);
    this.#mounts.release();
    this.#parts.scratch.remove();
  }

  /** Whether it seems so; where that is enough. */
  #looksIdle(): boolean {
    return this.#busy === 0 && [...this.#pids].every((pid) => pidsInside(pid).length <= AT_REST);
  }

  /** Ends every shell in which something runs, at one blow: with its first process a sandbox is over. Says whether there was one. */
  #endWork(): boolean {
    return [...this.#pids]
      .filter((pid) => pidsInside(pid).length > AT_REST)
      .map((pid) => identityOf(insideOf(pid) ?? 0))
      .map((first) => first !== undefined && signal(first, "SIGKILL"))
      .includes(true);
  }

  /** Brings every running shell up to date: what is to be sealed and is not (yet, or any more) a mount of its own. */
  async #seal(): Promise<readonly string[]> {
    if (this.#parts.profile.name === "readonly") return [];
    const seals = this.#guard.seals();
    const failed = await Promise.all(
      [...this.#pids].map(async (pid) => {
        const mounted = mountPointsOf(pid);
        if (mounted === undefined) this.#pids.delete(pid);
        const open = seals.filter(({ path }) => mounted?.has(path) === false);
        const unsealed = open.length === 0 ? [] : await sealPaths(pid, open);
        // One that ended meanwhile has nothing left to protect from.
        return unsealed.length > 0 && mountPointsOf(pid) === undefined ? [] : unsealed;
      }),
    );
    return [
      ...new Set(
        failed
          .flat()
          .map(({ path }) => `the sandbox could not protect ${path} in a shell that runs already; a new session does`),
      ),
    ];
  }

  /** The kernel counts nobody's processes against root; a control group does. */
  #group(): Cgroup | undefined {
    this.#dropGroups();
    const group = createCgroup(this.limits);
    if (group !== undefined) {
      this.#groups = [...this.#groups, group];
      this.#awaiting.add(group);
    }
    return group;
  }

  /** Removes the groups in which nothing lives any more; says how many are left. */
  #dropGroups(): number {
    this.#groups = this.#groups.filter((group) => this.#awaiting.has(group) || !group.remove());
    return this.#groups.length;
  }

  /** A directory that is not there inside would keep the shell from starting at all. */
  #startIn(cwd: string, runtimeDir: string): string {
    const { profile, toolchains } = this.#parts;
    const shown = [runtimeDir, profile.workspace, ...profile.read, ...profile.write, ...toolchains];
    return shown.some((root) => isInside(cwd, root)) ? cwd : profile.workspace;
  }
}

const namespaces = (user: Account): string[] =>
  [
    ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ["--uid", String(user.uid), "--gid", String(user.gid), "--hostname", "nacre"],
    ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--disable-userns"],
  ].flat();
