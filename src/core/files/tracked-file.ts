import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { statAt } from "./kind-at.ts";
import { O_PATH } from "./pinned-directory.ts";

/** A file or directory whose path can be asked for wherever it is moved. */
export class TrackedFile {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Tracks what lies at a path now, a link as itself; undefined when nothing does. */
  static at(path: string): TrackedFile | undefined {
    try {
      return new TrackedFile(openSync(path, O_PATH | constants.O_NOFOLLOW));
    } catch (error) {
      if (statAt(path) === undefined) return undefined;
      throw error;
    }
  }

  /** Where the file is now; "deleted", or "beyond" when its path is too long to use. */
  whereabouts(): { readonly path: string } | "deleted" | "beyond" {
    if (fstatSync(this.#fd).nlink === 0) return "deleted";
    try {
      return { path: readlinkSync(`/proc/self/fd/${this.#fd}`) };
    } catch {
      return "beyond";
    }
  }

  close(): void {
    closeSync(this.#fd);
  }
}
