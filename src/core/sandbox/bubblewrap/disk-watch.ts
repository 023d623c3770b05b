import { every, stopwatch, type Timer } from "../../base/clock.ts";
import { PRIVATE_BYTES, PRIVATE_FILES } from "../../base/limits.ts";
import type { DiskSpace } from "../../files/disk-space.ts";
import { type TreeSize, treeSize } from "./tree-size.ts";

/** How often a disk is looked at. */
const LOOK_MS = 500;
/** A tree is measured when its disk lost this part of its bound since, and again after a minute. */
const MEASURED_EVERY = 0.1;
const MEASURED_MS = 60_000;
/** A walk goes on to so many times the bound: a tree that has grown since is told from one that has not. */
const WALKED_BOUNDS = 10;
/** Measuring takes this part of the time at the most. */
const MEASURING_SHARE = 0.05;

/** The largest reserves that stay free for other programs: enough to log in and clear up. */
const RESERVES = { bytes: 512 * 1024 * 1024, files: 10_000 };

const BOUND: TreeSize = { bytes: PRIVATE_BYTES, files: PRIVATE_FILES };

export type DiskWatchOptions = {
  /** Directories that commands can fill; one per disk is enough. */
  readonly directories: readonly string[];
  /** Directories that are bounded themselves. */
  readonly bounded?: readonly string[];
  /** What they may hold together. */
  readonly bound?: TreeSize;
  /** What the bounded directories are called. */
  readonly called?: string;
  /** Called when a disk runs full or a bound is passed, and again while that goes on, with a few words about it. */
  readonly onFull: (what: string) => void;
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
};

type Kind = "bytes" | "files";
type Left = Readonly<Record<Kind, { readonly free: number; readonly total: number }>>;

const leftOf = ({ freeBytes, totalBytes, freeFiles = 0, totalFiles = 0 }: DiskSpace): Left => ({
  bytes: { free: freeBytes, total: totalBytes },
  files: { free: freeFiles, total: totalFiles },
});

/**
 * Sees a disk run full in time. A limit on each file does not bound their number, and only a walk measures a tree; the
 * kernel tells what a disk has left at once. The reserve is at most a quarter of what was free at the beginning, so
 * that a nearly full disk alone is no reason; only a disk that goes on filling is. The private directories have a bound
 * of their own: they are walked when their disk lost enough for it.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions;
  readonly #bound: TreeSize;
  readonly #disks = new Map<string, Readonly<Record<Kind, { readonly reserve: number; readonly last: number }>>>();
  readonly #timer: Timer;
  #looking = false;
  #measured: { readonly size: TreeSize; readonly free: readonly Left[]; readonly tookMs: number } | undefined;
  #sinceMeasured: () => number = stopwatch();

  constructor(options: DiskWatchOptions) {
    this.#options = options;
    this.#bound = options.bound ?? BOUND;
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
    await this.#measure();
    this.#looking = false;
  }

  async #lookAt(directory: string): Promise<void> {
    const left = await this.#leftOn(directory);
    if (left === undefined) return; // the directory is gone: nothing fills it
    const before = this.#disks.get(directory);
    const isFilling = (kind: Kind): boolean => {
      const { reserve = 0, last = 0 } = before?.[kind] ?? {};
      return left[kind].total > 0 && left[kind].free < reserve && left[kind].free < last;
    };
    const now = (kind: Kind): { readonly reserve: number; readonly last: number } => {
      const { free, total } = left[kind];
      return { reserve: before?.[kind].reserve ?? Math.min(RESERVES[kind], total / 50, free / 4), last: free };
    };
    this.#disks.set(directory, { bytes: now("bytes"), files: now("files") });
    const remains = { bytes: mebibytes(left.bytes.free), files: `${left.files.free} files` };
    for (const kind of ["bytes", "files"] as const)
      if (isFilling(kind)) this.#options.onFull(`the disk of ${directory} was running full (${remains[kind]} left)`);
  }

  async #leftOn(directory: string): Promise<Left | undefined> {
    const space = await this.#options.spaceOf(directory).catch(() => undefined);
    return space === undefined ? undefined : leftOf(space);
  }

  /** Walks the bounded directories, where it is time to. */
  async #measure(): Promise<void> {
    const { bounded = [], called = "/tmp and home of the sandbox", onFull } = this.#options;
    const free = (await Promise.all(bounded.map((one) => this.#leftOn(one)))).flatMap((left) => left ?? []);
    if (free.length === 0 || !this.#isDue(free)) return;
    const took = stopwatch();
    const size = { bytes: 0, files: 0 };
    const before = this.#measured?.size ?? { bytes: 0, files: 0 };
    const enough = { bytes: this.#bound.bytes * WALKED_BOUNDS, files: this.#bound.files * WALKED_BOUNDS };
    for (const directory of bounded) {
      const { bytes, files } = await treeSize(directory, enough);
      size.bytes += bytes;
      size.files += files;
    }
    this.#measured = { size, free, tookMs: took() };
    this.#sinceMeasured = stopwatch();
    const words = { bytes: mebibytes(this.#bound.bytes), files: `${this.#bound.files} files` };
    for (const kind of ["bytes", "files"] as const)
      if (size[kind] > this.#bound[kind] && size[kind] > Math.min(before[kind], enough[kind]))
        onFull(`${called} held more than ${words[kind]}; remove what is not needed there`);
  }

  #isDue(free: readonly Left[]): boolean {
    const before = this.#measured;
    if (before === undefined) return true;
    if (this.#sinceMeasured() < before.tookMs / MEASURING_SHARE) return false;
    const lost = (kind: Kind): boolean =>
      free.some(
        (left, index) => (before.free[index]?.[kind].free ?? 0) - left[kind].free > this.#bound[kind] * MEASURED_EVERY,
      );
    return lost("bytes") || lost("files") || this.#sinceMeasured() > MEASURED_MS;
  }
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
