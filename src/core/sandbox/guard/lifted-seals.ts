import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, type Timer } from "../../base/clock.ts";
import { REMOVAL_MS } from "../../base/limits.ts";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { GUARDED_IN_GIT } from "../../knowledge/guarded-places.ts";
import { isNamedIn, removalWords } from "./removal-words.ts";
import type { SealRegistry } from "./seal-registry.ts";
import type { KnownRepositories } from "./search/known-repositories.ts";
import type { NameWatch } from "./search/name-watch.ts";

export type LiftedSealsOptions = {
  readonly workspace: string;
  readonly seals: Pick<SealRegistry, "made" | "lift" | "lower">;
  readonly watch: Pick<NameWatch, "add">;
  readonly repositories: Pick<KnownRepositories, "gitDirectories">;
  /** Called when the seals must lie again although no command ended. */
  readonly onChanged: () => void;
  /** Called for each git directory whose seals lie again: what git would run in it is taken out. */
  readonly onLowered: (gitDirectory: string) => void;
};

/**
 * Lifts the seals of what commands made, for as long as a command runs that removes or moves it by name: a mount point
 * cannot be removed. For that time such a repository is what a new one is: it is disarmed and sealed when the command is
 * over, and at once when something that git runs or obeys comes or changes in it. What the user made is never lifted.
 */
export class LiftedSeals {
  readonly #options: LiftedSealsOptions;
  /** The commands that seals are lifted for. */
  readonly #commands: string[] = [];
  /** What git runs or obeys in each git directory whose seals are lifted, as it was then. */
  readonly #before = new Map<string, ReadonlyMap<string, number>>();
  #timer: Timer | undefined;

  constructor(options: LiftedSealsOptions) {
    this.#options = options;
  }

  /** Call before a command. Returns the paths whose mounts must be taken away, inner ones first. */
  begin(command: string): readonly string[] {
    const { seals, workspace, watch, repositories } = this.#options;
    const words = removalWords(command);
    if (words.names.length === 0 && !words.worktrees) return [];
    const made = seals.made().filter(({ path }) => isNamedIn(words, path, workspace));
    if (made.length === 0) return [];
    this.#commands.push(command);
    const places = made.flatMap(({ path }) => [path, dirname(path)]);
    for (const path of places.filter((place) => repositories.gitDirectories.has(place))) {
      this.#before.set(path, runPointsIn(path));
      watch.add(join(path, "hooks"));
    }
    this.#timer ??= after(REMOVAL_MS, () => this.#lowerLate()).unref();
    return seals.lift(made.map(({ path }) => path));
  }

  /** Call after a command. */
  end(command: string): void {
    const at = this.#commands.indexOf(command);
    if (at >= 0) this.#commands.splice(at, 1);
    if (at >= 0 && this.#commands.length === 0) this.#lower();
  }

  /** Call when something changed in these directories: the seals lie again if something came that git runs. */
  look(directories: ReadonlySet<string>): void {
    for (const [path, before] of this.#before) {
      if (!directories.has(path) && !directories.has(join(path, "hooks"))) continue;
      const isNew = [...runPointsIn(path)].some(([point, stamp]) => before.get(point) !== stamp);
      if (isNew) return this.#lower();
    }
  }

  close(): void {
    this.#timer?.cancel();
  }

  #lowerLate(): void {
    this.#lower();
    this.#options.onChanged();
  }

  #lower(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#commands.length = 0;
    this.#options.seals.lower();
    for (const path of this.#before.keys()) this.#options.onLowered(path);
    this.#before.clear();
  }
}

/** The files in a git directory that git runs or obeys, each with the time of its last change. */
function runPointsIn(gitDirectory: string): ReadonlyMap<string, number> {
  const hooks = untrustedNamesIn(join(gitDirectory, "hooks")).map((name) => join("hooks", name));
  const names = [...GUARDED_IN_GIT.filter((name) => name !== "hooks"), ...hooks];
  return new Map(names.flatMap((name) => stampOf(join(gitDirectory, name)).map((stamp) => [name, stamp] as const)));
}

function stampOf(path: string): number[] {
  try {
    return [lstatSync(path).ctimeMs];
  } catch {
    return []; // it is not there
  }
}
