import { lstatSync, renameSync, rmSync } from "node:fs";
import { readUntrusted } from "../../files/read-untrusted.ts";
import type { StartDirectory } from "../../files/working-directory.ts";
import type { SavedShell } from "../saved-shell.ts";
import { fitState } from "./saved-state.ts";

/** More than this no session has to remember; it is read whole. */
const STATE_BYTES = 64 * 1024 * 1024;

/** What a session's next bash starts from: what the present one saved last, before that what it was started with itself. */
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

  /** Where bash was when it saved its state last. */
  get place(): StartDirectory {
    return this.#place;
  }

  /**
   * Keeps what bash has just written there, out of the directory that commands can write. Always under a new name: to rename
   * over a file is to wait for the disk.
   */
  keep(written: string, place: StartDirectory): void {
    const path = `${this.#stem}.state-${++this.#saves}`;
    try {
      renameSync(written, path);
    } catch {
      return; // a command took it: what was saved before still counts
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
