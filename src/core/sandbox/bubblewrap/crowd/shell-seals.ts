import { lstatSync } from "node:fs";
import { isMissing } from "../../../base/system-error.ts";
import type { SpawnPlan } from "../../../process/spawn-plan.ts";
import type { WorkspaceGuard } from "../../guard/workspace-guard.ts";
import type { Profile } from "../../profile.ts";
import type { ShellDirectories } from "../../sandbox.ts";
import type { Seal } from "../../view/seal.ts";
import { canEnterMounts } from "../enter-mounts.ts";
import { sealMissing, unsealPaths } from "../seal-paths.ts";
import { keepableSeals, type NewShellSeals, sealsForNewShell } from "./new-shell-seals.ts";
import { PinnedSeals } from "./pinned-seals.ts";
import { WorkspaceKeeper } from "./workspace-keeper.ts";

export type ShellSealsOptions = {
  readonly profile: Profile;
  /** What must be sealed. */
  readonly guard: Pick<WorkspaceGuard, "seals" | "registry" | "follow">;
  /** The shells whose mounts are all made, by the pids of their bubblewraps. */
  readonly standing: () => readonly number[];
  /** The sandbox without seals of which a keeper is made. */
  readonly keeperPlan: () => SpawnPlan;
};

/** Has what the guard wants sealed sealed in every shell, and in the keeper. */
export class ShellSeals {
  readonly #options: ShellSealsOptions;
  readonly #keeper: WorkspaceKeeper;
  readonly #pinned = new PinnedSeals();
  #unsealed: readonly string[] = [];

  constructor(options: ShellSealsOptions) {
    this.#options = options;
    this.#keeper = new WorkspaceKeeper(options.keeperPlan, (mounts) => options.guard.follow(mounts));
  }

  /** What could not be sealed in a shell. */
  get unsealed(): readonly string[] {
    return this.#unsealed;
  }

  /** Call when the guard has looked for the first time. */
  async begin(): Promise<void> {
    const { guard, profile } = this.#options;
    await this.#keeper.keep(keepableSeals(guard.seals(), profile));
    if (this.#keeper.kept === undefined) guard.follow();
  }

  /** What is laid into a shell that is about to start; `sealNew` lays the rest. */
  forNewShell(directories: ShellDirectories): NewShellSeals {
    const { guard, profile, standing } = this.#options;
    const seals = guard.seals();
    const { version } = guard.registry;
    const isEmpty = profile.name === "readonly" || standing().length === 0;
    const pinned = (some: readonly Seal[]): readonly Seal[] =>
      canEnterMounts() ? this.#pinned.among(some, isEmpty) : some;
    return sealsForNewShell({ seals, version, kept: this.#keeper.kept, directories, pinned }, profile);
  }

  /**
   * Seals in a shell that stands now what it was not started with, and in every shell what is new by now. The others have
   * the rest: to look at all their mounts at each start would cost more with every shell.
   */
  async sealNew(pid: number, version: number | undefined): Promise<void> {
    const { guard, standing } = this.#options;
    const seals = guard.seals();
    if (guard.registry.takeChanged() || this.#unsealed.length > 0) return this.seal(seals);
    if (version !== guard.registry.version) return this.seal(seals, [pid]);
    const isOnly = standing().every((other) => other === pid);
    this.#pinned.add(seals, [], isOnly);
  }

  /** Seals in every running shell what must be sealed and is not (yet, or any more) a mount. */
  async seal(
    seals: readonly Seal[] = this.#options.guard.seals(),
    shells: readonly number[] = this.#options.standing(),
  ): Promise<void> {
    const { guard, profile, standing } = this.#options;
    const keeping = this.#keeper.keep(keepableSeals(seals, profile));
    if (profile.name === "readonly") return keeping;
    const { version } = guard.registry;
    const failed = await Promise.all(shells.map(async (pid) => (await sealMissing(pid, seals)) ?? []));
    await keeping;
    const missing = [...new Set(failed.flat().map(({ path }) => path))];
    // What is gone needs no seal; under the same name something else would be new.
    this.#unsealed = missing.filter((path) => !isGone(path));
    const areAll = standing().every((pid) => shells.includes(pid));
    this.#pinned.add(seals, missing, areAll && version === guard.registry.version);
  }

  /** Takes the seals of these paths away, inner ones first. */
  async lift(paths: readonly string[]): Promise<void> {
    this.#pinned.lift(paths);
    const { standing } = this.#options;
    await Promise.all([this.#keeper.lift(paths), ...standing().map((pid) => unsealPaths(pid, paths))]);
  }

  close(): Promise<void> {
    return this.#keeper.close();
  }
}

/** Surely nothing lies there: a path that cannot be looked at may hold something. */
function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return isMissing(error);
  }
}
