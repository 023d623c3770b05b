import { statSync } from "node:fs";

/**
 * The clock that stamps a directory ticks every few milliseconds: two changes in one tick look like one. A stamp this much
 * older than the look at it will not be given to another change.
 */
const TICK_MS = 50;

/** Tells cheaply whether names came or went in a directory since everything in it was last looked at. */
export class DirectoryChanges {
  readonly #seen = new Map<string, number>();

  /** Whether something may have changed; in doubt it has. A directory that is gone has changed. */
  since(directory: string): boolean {
    const stamp = stampOf(directory);
    return stamp === undefined || this.#seen.get(directory) !== stamp;
  }

  sinceAny(places: readonly string[]): boolean {
    return places.some((place) => this.since(place));
  }

  /** These were looked at: until their stamp changes there is nothing new in them. */
  markSeen(directories: readonly string[], now: number = Date.now()): void {
    for (const directory of directories) {
      const stamp = stampOf(directory);
      if (stamp !== undefined && now - stamp > TICK_MS) this.#seen.set(directory, stamp);
      else this.#seen.delete(directory);
    }
  }
}

function stampOf(directory: string): number | undefined {
  return statSync(directory, { throwIfNoEntry: false })?.ctimeMs;
}
