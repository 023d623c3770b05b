import type { DiskSpace } from "../../files/disk-space.ts";

/** How often a disk is looked at. */
const LOOK_MS = 500;

/** What is left for everybody else, at the most: enough to log in and clear up. */
const RESERVE_BYTES = 512 * 1024 * 1024;

export type DiskWatchOptions = {
  /** Directories that commands can fill; one per disk is enough. */
  readonly directories: readonly string[];
  /** Called when a disk runs full; again while it goes on. */
  readonly onFull: (directory: string, space: DiskSpace) => void;
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
};

/**
 * Sees a disk run full in time. Files are many where each is bounded, and a tree can only be measured by walking it; what
 * is left on the disk is known at once. The reserve is never more than a quarter of what was left in the beginning, so that
 * little space is not yet a reason; and only a disk that goes on filling is.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #disks = new Map<string, { readonly reserve: number; last: number }>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    void this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    for (const directory of this.#options.directories) await this.#lookAt(directory);
    this.#looking = false;
  }

  async #lookAt(directory: string): Promise<void> {
    const space = await this.#options.spaceOf(directory).catch(() => undefined);
    if (space === undefined) return; // gone: nothing fills it
    const { freeBytes, totalBytes } = space;
    const disk = this.#disks.get(directory);
    const reserve = disk?.reserve ?? Math.min(RESERVE_BYTES, totalBytes / 50, freeBytes / 4);
    this.#disks.set(directory, { reserve, last: freeBytes });
    if (disk !== undefined && freeBytes < reserve && freeBytes < disk.last) this.#options.onFull(directory, space);
  }
}
