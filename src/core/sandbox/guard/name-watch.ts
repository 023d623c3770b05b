import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";

/** More directories than this are not watched: in the others a name is found when the command is over. */
const MAX_DIRECTORIES = 64;

/** Tells at once when one of some names comes or goes in a directory. Where no watch can be had, nobody is told. */
export class NameWatch {
  readonly #onName: (path: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(onName: (path: string) => void) {
    this.#onName = onName;
  }

  add(directory: string, names: readonly string[]): void {
    if (this.#watchers.has(directory) || this.#watchers.size >= MAX_DIRECTORIES) return;
    try {
      const watcher = watch(directory, { persistent: false }, (_event, name) => {
        if (name !== null && names.includes(name)) this.#onName(join(directory, name));
      });
      watcher.on("error", () => this.#drop(directory));
      this.#watchers.set(directory, watcher);
    } catch {
      return; // gone, or no watches left
    }
  }

  close(): void {
    for (const directory of this.#watchers.keys()) this.#drop(directory);
  }

  #drop(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }
}
