import { statSync } from "node:fs";
import { wallMs } from "../../../base/clock.ts";

/**
 * The kernel's clock for file times ticks every few milliseconds: two changes in one tick get the same stamp. No later
 * change gets a stamp that was this much older than the look at it.
 */
export const TICK_MS = 50;

/** Tells cheaply whether names came or went in a directory since the last look at all of it. */
export class DirectoryChanges {
  readonly #seen = new Map<string, number>();

  /** Whether names may have come or gone; true in doubt, and for a directory that is gone. */
  since(directory: string): boolean {
    const stamp = stampOf(directory);
    return stamp === undefined || this.#seen.get(directory) !== stamp;
  }

  sinceAny(places: readonly string[]): boolean {
    return places.some((place) => this.since(place));
  }

  /** Whether any of those that are there has changed since the last call. */
  takeAny(paths: readonly string[]): boolean {
    const present = paths.filter((path) => stampOf(path) !== undefined);
    const hasChanged = this.sinceAny(present);
    this.markSeen(present);
    return hasChanged;
  }

  /** Call after a look: until their stamps change there is nothing new in these directories. */
  markSeen(directories: readonly string[], now: number = wallMs()): void {
    for (const directory of directories) {
      const stamp = stampOf(directory);
      if (stamp !== undefined && now - stamp > TICK_MS) this.#seen.set(directory, stamp);
      else this.#seen.delete(directory);
    }
  }
}

function stampOf(directory: string): number | undefined {
  try {
    return statSync(directory, { throwIfNoEntry: false })?.ctimeMs;
  } catch {
    return undefined; // a command put a file, a closed directory or a link to itself in the way
  }
}
