import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Steps } from "../../../base/slices.ts";
import { codeOf } from "../../../base/system-error.ts";
import { commonDirectoryNamedBy } from "../../../files/git-pointer.ts";
import { realKindAt } from "../../../files/kind-at.ts";
import { untrustedNamesIn } from "../../../files/list-untrusted.ts";
import { trustedProgram } from "../../../process/trusted-program.ts";
import type { DirectoryChanges } from "../search/directory-changes.ts";
import { disarmGitConfig } from "./disarm-git-config.ts";
import { armedPlaces, GIT_CONFIGS, obeyedIn } from "./git-run-points.ts";

/** Of more hooks than this the host takes their directory away as a whole, and no longer one by one. */
const MANY_HOOKS = 16;
/** About more configurations than this git is not asked at a time. Ordinary ones are read without it. */
const MANY_QUESTIONS = 32;

export type MadeRepositoriesOptions = {
  readonly changes: DirectoryChanges;
  /** Whether the git directory still lies where it was, and no link leads to it. */
  readonly isInPlace: (gitDirectory: string) => boolean;
  /** Whether the guard watches over this git directory. */
  readonly isGuarded: (gitDirectory: string) => boolean;
  /** Takes a path away. */
  readonly remove: (path: string, why: string) => void;
  /** Called when settings of this configuration were switched off. */
  readonly onDisarmed: (path: string, settings: readonly string[]) => void;
};

/** Whether a directory above lacks the rights: a look that may opens it again, and says so. */
const isClosed = (error: unknown): boolean => codeOf(error) === "EACCES";

/**
 * The repositories that commands made. Takes out of them whatever git would run by itself, and again whenever it
 * changed: a process that was in one before it was sealed may still change it.
 */
export class MadeRepositories {
  readonly #options: MadeRepositoriesOptions;
  /** Each with what git obeys in it, as it was before it was last looked into. */
  readonly #made = new Map<string, string | undefined>();
  /** Those of them that must be looked into. */
  readonly #armed = new Set<string>();
  /** How often git was asked in this pass. */
  #questions = 0;

  constructor(options: MadeRepositoriesOptions) {
    this.#options = options;
  }

  get areArmed(): boolean {
    return this.#armed.size > 0;
  }

  add(gitDirectory: string): void {
    this.#made.set(gitDirectory, undefined);
    this.#armed.add(gitDirectory);
  }

  /** Marks those that changed, as far as they are in scope; returns whether there is one. */
  *markChanged(isInScope: (gitDirectory: string) => boolean): Steps<boolean> {
    for (const [one, obeyed] of this.#made) {
      if (!isInScope(one)) continue;
      if (this.#mayHaveChanged(one, obeyed)) this.#armed.add(one);
      yield; // there may be thousands, with settings as long as may be
    }
    return this.areArmed;
  }

  #mayHaveChanged(gitDirectory: string, obeyed: string | undefined): boolean {
    try {
      if (this.#options.changes.sinceAny(armedPlaces(gitDirectory))) return true;
      return (obeyedIn(gitDirectory) ?? obeyed) !== obeyed; // one that was moved is found where it went
    } catch (error) {
      if (!isClosed(error)) throw error;
      return true; // it cannot be known
    }
  }

  /** They are sealed first, so that what is taken out stays out. One that a command has closed meanwhile stays armed. */
  async disarm(): Promise<void> {
    this.#questions = 0;
    const closed: string[] = [];
    for (const gitDirectory of this.#armed) {
      this.#armed.delete(gitDirectory);
      try {
        if (!this.#options.isInPlace(gitDirectory)) continue; // moved: the next look finds it where it went
        await nextTurn(); // there may be thousands
        await this.#disarmOne(gitDirectory);
      } catch (error) {
        if (!isClosed(error)) throw error;
        closed.push(gitDirectory);
      }
    }
    for (const gitDirectory of closed) this.#armed.add(gitDirectory);
  }

  async #disarmOne(gitDirectory: string): Promise<void> {
    const { changes, isGuarded, remove } = this.#options;
    // As it was before the look: what changes meanwhile is looked into again.
    this.#made.set(gitDirectory, obeyedIn(gitDirectory));
    const directory = join(gitDirectory, "hooks");
    const hooks = untrustedNamesIn(directory).filter((name) => !name.endsWith(".sample"));
    const taken = hooks.length > MANY_HOOKS ? [directory] : hooks.map((name) => join(directory, name));
    for (const path of taken) remove(path, "a git hook runs by itself");
    const common = commonDirectoryNamedBy(gitDirectory);
    if (!isGuarded(common ?? "") && realKindAt(gitDirectory, "commondir") !== "missing")
      remove(join(gitDirectory, "commondir"), "it has git obey settings that nobody guards");
    for (const name of GIT_CONFIGS)
      if (realKindAt(gitDirectory, name) === "file") await this.#disarmConfig(join(gitDirectory, name));
    changes.markSeen(armedPlaces(gitDirectory));
  }

  async #disarmConfig(path: string): Promise<void> {
    const mayAsk = (): boolean => this.#questions++ < MANY_QUESTIONS;
    const removed = await disarmGitConfig(path, trustedProgram("git"), mayAsk);
    if (removed === undefined) this.#options.remove(path, "git cannot read it, or it makes git run a program");
    else if (removed.length > 0) this.#options.onDisarmed(path, removed);
  }
}
