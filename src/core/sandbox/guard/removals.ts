import { relative } from "node:path";
import { Quarantine } from "./quarantine.ts";
import type { Stuck } from "./unresolved-record.ts";

export type RemovalsOptions = {
  readonly workspace: string;
  /** The quarantine directory. */
  readonly quarantine: string;
  /** Ends what runs, because it keeps making what is taken away. */
  readonly endWork: () => void;
};

/** Takes away what must not be in a workspace, and keeps the sentences about what was done there. */
export class Removals {
  readonly #options: RemovalsOptions;
  readonly #quarantine: Quarantine;
  readonly #notices: string[] = [];
  /** Directories that a command closed, and that could not be opened. */
  #closed: readonly string[] = [];

  constructor(options: RemovalsOptions) {
    this.#options = options;
    this.#quarantine = new Quarantine(options.workspace, options.quarantine);
  }

  /** Whether the user put back what lies at a path: that is never taken away again. */
  isRestored(path: string): boolean {
    return this.#quarantine.isRestored(path);
  }

  take(path: string, why: string): void {
    if (this.isRestored(path)) return;
    if (this.#quarantine.takeAway(path, why) === "taken") return;
    this.#notices.push(`the sandbox ended what ran, because it kept making ${this.#named(path)}: ${why}`);
    this.#quarantine.forgive();
    this.#options.endWork();
  }

  /** Call when nothing runs: another command makes the next names. */
  forgive(isIdle: () => boolean): void {
    if (this.#quarantine.remembers && isIdle()) this.#quarantine.forgive();
  }

  note(sentence: string): void {
    this.#notices.push(sentence);
  }

  noteDisarmed(path: string, settings: readonly string[]): void {
    this.#notices.push(
      `the sandbox switched off ${settings.join(", ")} in ${this.#named(path)}: such a setting makes git run a program or work elsewhere`,
    );
  }

  noteOpened(directories: readonly string[]): void {
    for (const path of directories)
      this.#notices.push(
        `the sandbox gave the owner of ${this.#named(path)} all rights to it again: a command had taken them away, and nacre could not look into it`,
      );
  }

  /** Takes note of the directories that a command closed and nacre cannot open. */
  noteClosed(directories: readonly string[]): void {
    this.#closed = directories;
  }

  /** What is not as it must be, and could not be mended: a sentence for each. */
  get problems(): readonly string[] {
    return [
      ...this.#closed.map(
        (path) => `a command closed ${this.#named(path)}, and nacre cannot open it again to look into it`,
      ),
      ...this.stuck.map(
        ({ path, why }) => `a command made ${this.#named(path)}, and nacre could not take it away: ${why}`,
      ),
    ];
  }

  /** Those of the paths in them that must be taken away. */
  get stuck(): readonly Stuck[] {
    return [...this.#quarantine.stuck].map(([path, why]) => ({ path, why }));
  }

  /** Tries again to take away what could not be. */
  retry(): void {
    this.#quarantine.retry();
  }

  /** Sentences about what was done, each given once. */
  takeNotices(): readonly string[] {
    return [...this.#quarantine.takeNotices(), ...this.#notices.splice(0)];
  }

  #named(path: string): string {
    return relative(this.#options.workspace, path) || "the workspace";
  }
}
