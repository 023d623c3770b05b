import { closeSync, openSync } from "node:fs";
import { insideOf } from "./inspect-sandbox.ts";

/**
 * Keeps the mounts of every shell in place until no shell is left. A shell can hand an open directory to another, over a
 * socket in the /tmp they share, and end; with its mounts gone nothing would lie over secrets and hooks any more for whoever
 * still holds that directory. One descriptor each.
 */
export class RetainedMounts {
  readonly #held: number[] = [];

  /** To be called before the first command runs. */
  hold(pid: number): void {
    const inside = insideOf(pid);
    if (inside === undefined) return; // over already, and nothing ran in it
    try {
      this.#held.push(openSync(`/proc/${inside}/ns/mnt`, "r"));
    } catch (error) {
      if (insideOf(pid) !== undefined) throw error;
    }
  }

  /** To be called when nothing runs in any shell any more. */
  release(): void {
    for (const fd of this.#held.splice(0)) closeSync(fd);
  }
}
