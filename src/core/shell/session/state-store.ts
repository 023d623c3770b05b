import { lstatSync, renameSync, rmSync } from "node:fs";
import { readUntrusted } from "../../files/read-untrusted.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import type { SavedShell } from "../saved-shell.ts";
import { fitState } from "./saved-state.ts";

/** The largest state that is kept; it is read whole. */
const STATE_BYTES = 64 * 1024 * 1024;

/** What a session's next bash starts from: the last saved state, or the initial one before the first save. */
export class StateStore {
  readonly #stem: string;
  readonly #initial: string;
  #place: StartDirectory;
  #path: string | undefined;
  #saves = 0;

  constructor(stem: string, { state, place }: SavedShell) {
    this.#stem = stem;
    this.#initial = state;
    this.#place = place;
  }

  /** Where bash was at its last save. */
  get place(): StartDirectory {
    return this.#place;
  }

  /**
   * Moves what bash has just saved out of the directory that commands can write. Always to a new name: a rename over an
   * existing file waits for the disk.
   */
  keep(written: string, place: StartDirectory): void {
    const path = `${this.#stem}.state-${++this.#saves}`;
    try {
      renameSync(written, path);
    } catch {
      return; // a command took it away: the last save still counts
    }
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > STATE_BYTES) return;
    this.remove();
    this.#path = path;
    this.#place = place;
  }

  saved(): SavedShell {
    const kept = this.#path === undefined ? undefined : readUntrusted(this.#path, STATE_BYTES);
    return { state: fitState(kept ?? this.#initial), place: this.#place };
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { force: true });
  }
}
