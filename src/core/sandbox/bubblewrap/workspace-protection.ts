import { join } from "node:path";
import type { DiskSpace } from "../../files/disk-space.ts";
import { identityOf, signal } from "../../process/identity.ts";
import { refuseLost, refuseTooMany } from "../guard/refuse-unsealable.ts";
import { WorkspaceGuard } from "../guard/workspace-guard.ts";
import { scanWorkspace } from "../guard/workspace-scan.ts";
import type { Profile } from "../profile.ts";
import type { CommandEvents } from "../sandbox.ts";
import type { Seal } from "../view/seal.ts";
import { DiskWatch } from "./disk-watch.ts";
import { IdleMonitor } from "./idle-monitor.ts";
import { insideOf, mountPointsOf, pidsInside } from "./inspect-sandbox.ts";
import { sealPaths } from "./seal-paths.ts";

export type ProtectionOptions = {
  readonly profile: Profile;
  /** The sandbox's own directory on the host: commands can fill its disk too. */
  readonly scratchRoot: string;
  /** The private directories of commands, where they lie on disk. */
  readonly bounded: readonly string[];
  /** The free space on the disk of a directory. */
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
};

/** The processes of an idle shell: supervisor and bash. */
const AT_REST = 2;

/**
 * Protects the workspace and the disks from what runs in the shells of a sandbox.
 *
 * Responsibilities: hear of commands; have the guard look; seal in every running shell what the guard wants sealed; end
 * the work that fills a disk or keeps making a guarded name; keep the sentences about it.
 */
export class WorkspaceProtection implements CommandEvents {
  readonly #profile: Profile;
  readonly #guard: WorkspaceGuard;
  readonly #disks: DiskWatch;
  readonly #idle: IdleMonitor;
  /** Shells that were started and may still run, by the pid of their bubblewrap. */
  readonly #shells = new Set<number>();
  readonly #notices: string[] = [];
  /** Commands and background shells that run now. */
  #busy = 0;
  /** Whether the last look left something unsealed in a shell. */
  #hasFailed = false;

  constructor({ profile, scratchRoot, bounded, spaceOf }: ProtectionOptions) {
    this.#profile = profile;
    const { workspace, stateDir, read, write, guard } = profile;
    this.#idle = new IdleMonitor({
      shells: () => [...this.#shells],
      perShell: AT_REST,
      onCalm: () => this.#notices.push(...this.#guard.lookBefore()),
    });
    this.#guard = new WorkspaceGuard({
      workspace,
      read,
      write,
      guard,
      quarantine: join(stateDir, "quarantine"),
      isIdle: () => this.isAtRest,
      looksIdle: () => this.#looksIdle(),
      onChanged: () => void this.#sealAndDisarm(),
      endWork: () => this.#endWork(),
    });
    this.#disks = new DiskWatch({
      spaceOf,
      directories: [workspace, scratchRoot, stateDir, ...write],
      bounded,
      onFull: (what) => {
        if (this.#endWork()) this.#notices.push(`the sandbox ended what ran: ${what}`);
      },
    });
  }

  /** What must be sealed in a shell that is about to start. A fault when not all of it can be. */
  sealsForNewShell(): readonly Seal[] {
    const scan = scanWorkspace(this.#profile.workspace);
    refuseTooMany(scan);
    this.#guard.sealScanned(scan);
    const seals = this.#guard.seals();
    refuseLost(this.#guard.lost);
    return seals;
  }

  /** From now on this shell is watched, and ended if its work must end. */
  addShell(pid: number): void {
    this.#shells.add(pid);
  }

  /**
   * Seals in this shell what appeared while it started, and in every shell what is new by now. The others have the rest:
   * to look at all their mounts at each start would cost more with every shell.
   */
  async shellStarted(pid: number): Promise<void> {
    const seals = this.#guard.seals();
    await this.#seal(seals, this.#guard.takeChanged() || this.#hasFailed ? this.#shells : [pid]);
    this.#notices.push(...(await this.#disarm()));
    if (this.#busy === 0) this.#idle.expectIdle();
  }

  /**
   * Whether nothing runs in any shell, and nothing has run since the shells came to rest: the user makes what appears
   * now.
   */
  get isAtRest(): boolean {
    return this.#busy === 0 && (this.#shells.size === 0 || this.#idle.isUndisturbed());
  }

  async beforeCommand(): Promise<void> {
    this.#notices.push(...this.#guard.lookBefore());
    this.#busy++;
    this.#idle.disturb();
    if (this.#guard.takeChanged()) await this.#sealAndDisarm();
  }

  async afterCommand(command: string): Promise<void> {
    this.#notices.push(...this.#guard.lookAfter(command));
    this.#busy = Math.max(0, this.#busy - 1);
    const failures = this.#guard.takeChanged() ? await this.#seal() : [];
    const disarmed = await this.#disarm();
    if (this.#busy === 0) this.#idle.expectIdle();
    this.#notices.push(...disarmed, ...(disarmed.length === 0 ? failures : []));
  }

  beforeInternalTurn(): void {
    this.#notices.push(...this.#guard.lookBefore());
    this.#idle.disturb();
    if (this.#busy === 0) this.#idle.expectIdle();
  }

  takeNotices(): readonly string[] {
    return this.#notices.splice(0);
  }

  async close(): Promise<void> {
    // The last look goes everywhere: no process is left that could still change what commands made.
    this.#guard.lookAfter("git");
    await this.#guard.disarm();
    this.#guard.close();
    this.#idle.close();
    this.#disks.close();
  }

  async #sealAndDisarm(): Promise<void> {
    this.#notices.push(...(await this.#seal()), ...(await this.#disarm()));
  }

  /** Git replaces a configuration file to change it, and the new file is not sealed yet. */
  async #disarm(): Promise<readonly string[]> {
    const disarmed = await this.#guard.disarm();
    return disarmed.length === 0 ? disarmed : [...disarmed, ...(await this.#seal())];
  }

  /** Whether nothing seems to run, by the count of processes alone. */
  #looksIdle(): boolean {
    return this.#busy === 0 && [...this.#shells].every((pid) => pidsInside(pid).length <= AT_REST);
  }

  /**
   * Ends every shell in which something runs: the kernel ends a sandbox with its first process. Returns whether there
   * was one.
   */
  #endWork(): boolean {
    return [...this.#shells]
      .filter((pid) => pidsInside(pid).length > AT_REST)
      .map((pid) => identityOf(insideOf(pid) ?? 0))
      .map((first) => first !== undefined && signal(first, "SIGKILL"))
      .includes(true);
  }

  /** Seals in every running shell what must be sealed and is not (yet, or any more) a mount. */
  async #seal(
    seals: readonly Seal[] = this.#guard.seals(),
    shells: Iterable<number> = this.#shells,
  ): Promise<readonly string[]> {
    if (this.#profile.name === "readonly") return [];
    const failed = await Promise.all([...shells].map((pid) => this.#sealIn(pid, seals)));
    const paths = new Set(failed.flat().map(({ path }) => path));
    this.#hasFailed = paths.size > 0;
    return [...paths].map(
      (path) => `the sandbox could not protect ${path} in a shell that runs already; a new session does`,
    );
  }

  /** Returns what could not be sealed in this shell. */
  async #sealIn(pid: number, seals: readonly Seal[]): Promise<readonly Seal[]> {
    const mounted = mountPointsOf(pid);
    if (mounted === undefined) this.#shells.delete(pid);
    const open = seals.filter(({ path }) => mounted?.has(path) === false);
    const unsealed = open.length === 0 ? [] : await sealPaths(pid, open);
    // A shell that ended meanwhile needs no seal.
    return unsealed.length > 0 && mountPointsOf(pid) === undefined ? [] : unsealed;
  }
}
