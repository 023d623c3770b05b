import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { statAt } from "../../../files/kind-at.ts";

/** No more directories than this are watched: in the others the guard finds a name when it looks. */
const MAX_DIRECTORIES = 4096;

/** Tells at once when one of some names comes or goes in a directory; stays silent where the kernel gives no watch. */
export class NameWatch {
  readonly #onName: (path: string) => void;
  readonly #onNames: (directories: ReadonlySet<string>) => void;
  /** Directories with names that `onNames` has not heard of. */
  #named = new Set<string>();
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: number | undefined }>();
  #seen = new Set<string>();
  #version = 0;

  /** `onName` hears of each name at once; `onNames` once of the directories of all that came together. */
  constructor(onName: (path: string) => void, onNames: (directories: ReadonlySet<string>) => void = () => undefined) {
    this.#onName = onName;
    this.#onNames = onNames;
  }

  /** Every name counts where none are given. */
  add(directory: string, names?: readonly string[]): void {
    const inode = inodeOf(directory);
    if (this.#watchers.get(directory)?.inode === inode || this.#watchers.size >= MAX_DIRECTORIES) return;
    this.#drop(directory); // the watch is on another directory, which had this path before
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        this.#seen.add(directory);
        if (name === null || names?.includes(name) === false) return;
        this.#onName(join(directory, name));
        if (this.#named.size === 0) void nextTurn().then(() => this.#tellNamed());
        this.#named.add(directory);
      });
      watcher.on("error", () => this.#drop(directory));
      this.#watchers.set(directory, { watcher, inode });
      this.#version++;
    } catch {
      return; // the directory is gone, or the kernel has no watches left
    }
  }

  has(directory: string): boolean {
    return this.#watchers.has(directory);
  }

  /** Another number whenever other directories are watched. */
  get version(): number {
    return this.#version;
  }

  /** The directories in which anything changed since `takeSeen`. */
  get seen(): ReadonlySet<string> {
    return this.#seen;
  }

  takeSeen(): ReadonlySet<string> {
    const seen = this.#seen;
    this.#seen = new Set();
    return seen;
  }

  close(): void {
    for (const directory of this.#watchers.keys()) this.#drop(directory);
  }

  #tellNamed(): void {
    const named = this.#named;
    this.#named = new Set();
    this.#onNames(named);
  }

  #drop(directory: string): void {
    this.#watchers.get(directory)?.watcher.close();
    if (this.#watchers.delete(directory)) this.#version++;
  }
}

const inodeOf = (path: string): number | undefined => statAt(path)?.ino;
