import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";

/** No more directories than this are watched: in the others the guard finds a name when it looks. */
const MAX_DIRECTORIES = 4096;

/** Tells at once when one of some names comes or goes in a directory; stays silent where the kernel gives no watch. */
export class NameWatch {
  readonly #onName: (path: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #seen = new Set<string>();

  constructor(onName: (path: string) => void) {
    this.#onName = onName;
  }

  add(directory: string, names: readonly string[]): void {
    if (this.#watchers.has(directory) || this.#watchers.size >= MAX_DIRECTORIES) return;
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        this.#seen.add(directory);
        if (name !== null && names.includes(name)) this.#onName(join(directory, name));
      });
      watcher.on("error", () => this.#drop(directory));
      this.#watchers.set(directory, watcher);
    } catch {
      return; // the directory is gone, or the kernel has no watches left
    }
  }

  has(directory: string): boolean {
    return this.#watchers.has(directory);
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

  #drop(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }
}
