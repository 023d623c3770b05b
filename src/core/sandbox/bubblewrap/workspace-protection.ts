import { setImmediate as nextTurn } from "node:timers/promises";
import { stopwatch } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { oneLine } from "../../base/show-value.ts";
import { doAtOnce, doInSlices } from "../../base/slices.ts";
import { joinedCalls } from "../../base/time/joined-calls.ts";
import type { DiskSpace } from "../../files/disk-space.ts";
import { identityOf, signal } from "../../process/identity.ts";
import type { SpawnPlan } from "../../process/spawn-plan.ts";
import type { WorkspaceState } from "../containment.ts";
import { pruneQuarantine } from "../guard/prune-quarantine.ts";
import { quarantineOf } from "../guard/quarantine-record.ts";
import { refuseLost } from "../guard/refuse-unsealable.ts";
import { LookSchedule } from "../guard/search/look-schedule.ts";
import { keepUnresolved } from "../guard/unresolved-record.ts";
import { WorkspaceGuard } from "../guard/workspace-guard.ts";
import type { Profile } from "../profile.ts";
import type { OnPartial, ShellDirectories } from "../sandbox.ts";
import type { NewShellSeals } from "./crowd/new-shell-seals.ts";
import { ShellSeals } from "./crowd/shell-seals.ts";
import { DiskWatch } from "./disk-watch.ts";
import { canEnterMounts } from "./enter-mounts.ts";
import type { Freezer } from "./freezer.ts";
import { IdleShells } from "./idle-shells.ts";
import { insideOf, pidsInside } from "./inspect-sandbox.ts";
import type { Protection } from "./tried/protection.ts";

export type ProtectionOptions = {
  readonly profile: Profile;
  /** The sandbox's own directory on the host: commands can fill its disk too. */
  readonly scratchRoot: string;
  /** The private directories of commands, where they lie on disk. */
  readonly bounded: readonly string[];
  /** The free space on the disk of a directory. */
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
  readonly onPartial: OnPartial;
  /** The sandbox without seals of which a keeper is made. */
  readonly keeperPlan: () => SpawnPlan;
};

/** What puts repositories where the guard would not look at once. */
const SPEAKS_OF_GIT = /\bgit\b|\bgh\b|clone|submodule/;

/** The processes of an idle shell: supervisor and bash. */
const AT_REST = 2;

/**
 * Protects the workspace and the disks from what runs in the shells of a sandbox.
 *
 * Responsibilities: hear of commands; have the guard look; seal in every running shell what the guard wants sealed; end
 * the work that fills a disk or keeps making a guarded name; keep the sentences about it.
 */
export class WorkspaceProtection implements Protection {
  readonly #profile: Profile;
  readonly #onPartial: OnPartial;
  readonly #guard: WorkspaceGuard;
  readonly #seals: ShellSeals;
  readonly #looks: LookSchedule;
  readonly #disks: DiskWatch;
  readonly #shells: IdleShells;
  readonly #notices: string[] = [];
  /** Commands and background shells that run now, and how long each of them has. */
  #busy = 0;
  readonly #began: (() => number)[] = [];
  /** What commands did and nacre could not undo, as it was last told. */
  #told: readonly string[] = [];
  /** No command waits for it. */
  #pruning: Promise<void> = Promise.resolve();
  /** What the watch began: its sentences belong to the result of the command that runs. */
  #sealing: Promise<void> = Promise.resolve();

  constructor({ profile, scratchRoot, bounded, spaceOf, onPartial, keeperPlan }: ProtectionOptions) {
    this.#profile = profile;
    this.#onPartial = onPartial;
    const { workspace, stateDir, read, write, guard } = profile;
    this.#shells = new IdleShells({ perShell: AT_REST, onCalm: () => this.#guard.lookAtOnce() });
    this.#guard = new WorkspaceGuard({
      workspace,
      read,
      write,
      guard,
      quarantine: quarantineOf(stateDir),
      isIdle: () => this.isAtRest,
      looksIdle: this.#looksIdle,
      followsLater: true,
      onChanged: joinedCalls(() => (this.#sealing = this.#sealAndDisarm())),
      endWork: () => this.#endWork(),
    });
    const standing = (): readonly number[] => this.#shells.standing;
    this.#seals = new ShellSeals({ profile, guard: this.#guard, standing, keeperPlan });
    this.#looks = new LookSchedule({
      look: () => this.#lookEverywhere(),
      isBusy: () => this.#busy > 0 || !this.#looksIdle(),
    });
    this.#disks = new DiskWatch({
      spaceOf,
      directories: [workspace, scratchRoot, stateDir, ...write],
      bounded,
      onFull: (what) => void (this.#endWork() && this.#notices.push(`the sandbox ended what ran: ${what}`)),
    });
  }

  /** Looks at all of the workspace before the first command. A fault when not all of it can be sealed. */
  async begin(): Promise<void> {
    this.#pruning = pruneQuarantine(quarantineOf(this.#profile.stateDir));
    await doInSlices(this.#guard.begin());
    await this.#guard.disarming.followConfigs();
    await this.#seals.begin();
  }

  /**
   * What must be sealed in a shell that is about to start, as far as it is known; `shellStarted` seals the rest. A fault
   * when not all of it can be.
   */
  sealsForNewShell(directories: ShellDirectories): NewShellSeals {
    this.wake();
    if (this.#guard.scope.isSmall || !canEnterMounts()) doAtOnce(this.#guard.lookEverywhere(false));
    doAtOnce(this.#guard.sealAll());
    const seals = this.#seals.forNewShell(directories);
    refuseLost(this.#guard.registry.lost);
    return seals;
  }

  /** What of the promise the workspace leaves now. */
  get state(): WorkspaceState {
    const { unsearched, hasUnnameable } = this.#guard.search;
    return { unsearched, hasUnnameable, unresolved: this.#unresolved() };
  }

  /** From now on this shell is watched, and ended if its work must end. */
  addShell(pid: number, freezer?: Freezer): void {
    this.#shells.add(pid, freezer);
  }

  /** This shell is about to be ended. */
  shellEnds(pid: number): void {
    this.#shells.markEnding(pid);
    this.wake();
  }

  /** Looks at all of the workspace, while a shell starts. */
  readonly look = (): Promise<void> => this.#looks.now();

  /** Seals in this shell what appeared while it started, and in every shell what is new by now. Call it after a look. */
  async shellStarted(pid: number, { version }: Pick<NewShellSeals, "version">): Promise<void> {
    this.#shells.markStanding(pid);
    doAtOnce(this.#guard.sealAll());
    await this.#seals.sealNew(pid, version);
    this.#notices.push(...(await this.#disarm()));
    if (this.#busy === 0) this.#shells.expectIdle();
  }

  /** Whether no process of a shell can run, or there is none: the user makes what appears now. */
  get isAtRest(): boolean {
    return this.#busy === 0 && this.#shells.isCertain;
  }

  async beforeCommand(command: string): Promise<void> {
    await this.#refuseUnsafe();
    await this.#drain();
    await doInSlices(this.#guard.lookBefore());
    this.#busy++;
    this.#began.push(stopwatch());
    this.#looks.whileBusy();
    this.#shells.disturb();
    if (this.#guard.registry.takeChanged()) await this.#sealAndDisarm();
    this.#guard.amidst(true);
    const lifted = this.#guard.lifts.begin(command);
    if (lifted.length > 0) await this.#seals.lift(lifted);
  }

  async afterCommand(command: string): Promise<void> {
    await this.#drain();
    this.#guard.lifts.end(command);
    const isGitAtWork = await doInSlices(this.#guard.lookAfter(true));
    const lasted = this.#began.shift() ?? stopwatch();
    if (isGitAtWork || SPEAKS_OF_GIT.test(command)) await this.#looks.now();
    else if (!this.#guard.scope.isSmall) await this.#looks.whenDue(lasted());
    this.#busy = Math.max(0, this.#busy - 1);
    if (this.#guard.registry.takeChanged()) await this.#sealAndDisarm();
    await this.#sealing;
    await this.#tellUnresolved();
    this.#guard.amidst(this.#busy > 0);
    if (this.#busy === 0) this.#shells.expectIdle();
  }

  beforeInternalTurn(): void {
    this.wake();
  }

  /** Call before anything is asked of a shell: the user made what appeared while it was frozen. */
  wake(): void {
    if (this.#busy > 0) return; // nothing is frozen while a command runs
    if (this.#shells.isStopped) this.#guard.lookAtOnce();
    this.#shells.expectIdle();
  }

  /** A fault when an earlier command did what nacre could not undo, and still cannot. */
  async #refuseUnsafe(): Promise<void> {
    if (this.#unresolved().length === 0) return;
    this.#guard.removals.retry();
    await this.#looks.now();
    await this.#sealAndDisarm();
    const [first, ...others] = this.#unresolved();
    if (first === undefined || this.#onPartial === "run") return;
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const repair = `nacre doctor --workspace ${this.#profile.workspace} --repair`;
    throw new Fault("WORKSPACE_UNSAFE", `${oneLine(first)}${more}. The user can mend it with: ${repair}`);
  }

  #unresolved(): readonly string[] {
    const { problems } = this.#guard.removals;
    const { unsealed } = this.#seals;
    if (unsealed.length === 0 || !canEnterMounts()) return problems; // to ask for mounts looks for programs
    return [...problems, ...unsealed.map((path) => `${path} could not be protected in a shell that runs`)];
  }

  /** Says once what is new among it. A file that was replaced while it was sealed is sealed at the second try. */
  async #tellUnresolved(): Promise<void> {
    if (this.#seals.unsealed.length > 0) await this.#seals.seal();
    const now = this.#unresolved();
    if (now.length === 0 && this.#told.length === 0) return;
    this.#notices.push(...now.filter((sentence) => !this.#told.includes(sentence)));
    this.#told = now;
    keepUnresolved(this.#profile.stateDir, this.#profile.workspace, this.#guard.removals.stuck);
  }

  /** Lets the host hear of what the watch saw: the kernel tells it in another turn than the end of a command. */
  readonly #drain = async (): Promise<void> => (this.#guard.scope.isSmall ? undefined : nextTurn());

  /** Looks everywhere. While a command runs, it may have closed a directory for a moment, and that is its own affair. */
  async #lookEverywhere(): Promise<void> {
    await doInSlices(this.#guard.lookEverywhere(this.#busy <= 1));
    if (this.#guard.registry.takeChanged()) await this.#sealAndDisarm();
    await this.#tellUnresolved();
  }

  takeNotices(): readonly string[] {
    return [...this.#guard.removals.takeNotices(), ...this.#notices.splice(0)];
  }

  async close(): Promise<void> {
    await this.#looks.close();
    // One may have written to the user's settings until it ended; what the user wrote in a rest was seen before that.
    await doInSlices(this.#guard.disarming.look(false));
    // The last look goes everywhere: no process is left that could still change what commands made.
    await doInSlices(this.#guard.lookEverywhere(true));
    await this.#guard.disarming.disarm();
    await this.#seals.close();
    this.#guard.close();
    this.#shells.close();
    this.#disks.close();
    await this.#pruning;
  }

  async #sealAndDisarm(): Promise<void> {
    await this.#seals.seal();
    this.#notices.push(...(await this.#disarm()));
  }

  /** Git replaces a configuration file to change it, and the new file is not sealed yet. */
  async #disarm(): Promise<readonly string[]> {
    const disarmed = await this.#guard.disarming.disarm();
    if (disarmed.length > 0) await this.#seals.seal();
    return disarmed;
  }

  readonly #looksIdle = (): boolean => this.#busy === 0 && this.#shells.lookIdle;

  /**
   * Ends every shell in which something runs: the kernel ends a sandbox with its first process. Returns whether there
   * was one.
   */
  #endWork(): boolean {
    return this.#shells.pids
      .filter((pid) => pidsInside(pid).length > AT_REST)
      .map((pid) => identityOf(insideOf(pid) ?? 0))
      .map((first) => first !== undefined && signal(first, "SIGKILL"))
      .includes(true);
  }
}
