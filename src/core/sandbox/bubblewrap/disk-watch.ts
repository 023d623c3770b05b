import { every, type Timer } from "../../base/clock.ts";
import type { DiskSpace } from "../../files/disk-space.ts";

/** How often a disk is looked at. */
const LOOK_MS = 500;

/** The largest reserve that stays free for other programs: enough to log in and clear up. */
const RESERVE_BYTES = 512 * 1024 * 1024;

export type DiskWatchOptions = {
  /** Directories that commands can fill; one per disk is enough. */
  readonly directories: readonly string[];
  /** Called when a disk runs full, and again while it goes on filling. */
  readonly onFull: (directory: string, space: DiskSpace) => void;
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
};

/**
 * Sees a disk run full in time. A limit on each file does not bound their number, and only a walk measures a tree; the
 * kernel tells the free space of a disk at once. The reserve is at most a quarter of what was free at the beginning, so
 * that a nearly full disk alone is no reason; only a disk that goes on filling is.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #disks = new Map<string, { readonly reserve: number; last: number }>();
  readonly #timer: Timer;
  #looking = false;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    void this.#look();
    this.#timer = every(LOOK_MS, () => void this.#look());
    this.#timer.unref();
  }

  close(): void {
    this.#timer.cancel();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (const directory of this.#options.directories) await this.#lookAt(directory);
    this.#looking = false;
  }

  async #lookAt(directory: string): Promise<void> {
    const space = await this.#options.spaceOf(directory).catch(() => undefined);
    if (space === undefined) return; // the directory is gone: nothing fills it
    const { freeBytes, totalBytes } = space;
    const disk = this.#disks.get(directory);
    const reserve = disk?.reserve ?? Math.min(RESERVE_BYTES, totalBytes / 50, freeBytes / 4);
    this.#disks.set(directory, { reserve, last: freeBytes });
    if (disk !== undefined && freeBytes < reserve && freeBytes < disk.last) this.#options.onFull(directory, space);
  }
}
