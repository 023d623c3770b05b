import { closeSync, openSync } from "node:fs";
import { insideOf } from "./inspect-sandbox.ts";

/**
 * Keeps the mounts of every shell until no shell is left. A shell can hand an open directory to another one, over a
 * socket in the /tmp they share, and end; without its mounts nothing would cover secrets and hooks for the process that
 * still holds that directory. Costs one descriptor per shell.
 */
export class RetainedMounts {
  readonly #held: number[] = [];

  /** Call before the first command runs. */
  hold(pid: number): void {
    const inside = insideOf(pid);
    if (inside === undefined) return; // the sandbox has ended, and nothing ran in it
    try {
      this.#held.push(openSync(`/proc/${inside}/ns/mnt`, "r"));
    } catch (error) {
      if (insideOf(pid) !== undefined) throw error;
    }
  }

  /** Call when nothing runs in any shell any more. */
  release(): void {
    for (const fd of this.#held.splice(0)) closeSync(fd);
  }
}
