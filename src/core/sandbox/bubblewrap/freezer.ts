import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SWITCH = "cgroup.freeze";

/**
 * Stops every process of a control group of the unified hierarchy, until it is told to go on: none of them runs, starts
 * another or sees a signal but SIGKILL meanwhile, and none can undo it. The older hierarchies' freezer is not used: there
 * SIGKILL waits too, and what a dead host left frozen would never end.
 */
export class Freezer {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Undefined where the kernel cannot freeze this group (Linux before 5.2, the older hierarchies). */
  static of(directory: string): Freezer | undefined {
    return existsSync(join(directory, SWITCH)) ? new Freezer(directory) : undefined;
  }

  /** Takes a moment: `isFrozen` tells when it is done. */
  freeze(): void {
    this.#write("1");
  }

  thaw(): void {
    this.#write("0");
  }

  /** The kernel's word that none of them runs. */
  get isFrozen(): boolean {
    try {
      return /^frozen 1$/m.test(readFileSync(join(this.#directory, "cgroup.events"), "latin1"));
    } catch {
      return false; // the group is gone
    }
  }

  #write(value: "0" | "1"): void {
    try {
      writeFileSync(join(this.#directory, SWITCH), value);
    } catch {
      return; // the group is gone, and its processes with it
    }
  }
}
