import { closeSync, openSync } from "node:fs";
import { after, type Timer } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { RETAINED_MOUNTS } from "../../base/limits.ts";
import { insideOf } from "./inspect-sandbox.ts";
import { letGoMounts } from "./let-go-mounts.ts";

/** Shells that end within this time are let go together: each run of the script is a process. */
const TOGETHER_MS = 100;

/**
 * Keeps the mounts of every shell until they are let go in one piece. A shell can hand an open directory to another one,
 * over a socket in the /tmp they share, and end; without its mounts nothing would cover secrets and hooks for the process
 * that still holds that directory. Costs one descriptor for each shell that runs.
 */
export class RetainedMounts {
  readonly #letGo: typeof letGoMounts;
  /** Of shells that may run. */
  readonly #held = new Set<number>();
  /** Of shells that have ended. */
  #ended: readonly number[] = [];
  /** How many of those could not be let go. */
  #stuck = 0;
  #timer: Timer | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(letGo: typeof letGoMounts = letGoMounts) {
    this.#letGo = letGo;
  }

  /** Call before the first command runs. Returns what to call when everything in the sandbox has ended. */
  hold(pid: number): () => void {
    if (this.#stuck >= RETAINED_MOUNTS)
      throw new Fault(
        "SANDBOX_UNAVAILABLE",
        `the mounts of ${this.#stuck} ended shells cannot be given up without uncovering what they hide; start anew`,
      );
    const fd = openMounts(pid);
    if (fd === undefined) return () => undefined;
    this.#held.add(fd);
    return () => {
      if (this.#held.delete(fd)) this.#end(fd);
    };
  }

  /** Call when nothing runs in any shell any more. */
  async close(): Promise<void> {
    this.#timer?.cancel();
    this.#ended = [...this.#ended, ...this.#held];
    this.#held.clear();
    await this.#work();
    for (const fd of this.#ended) closeSync(fd);
    this.#ended = [];
  }

  #end(fd: number): void {
    this.#ended = [...this.#ended, fd];
    this.#timer ??= after(TOGETHER_MS, () => {
      this.#timer = undefined;
      void this.#work();
    }).unref();
  }

  /** Lets go what has ended; what fails stays, and is tried again with the next. */
  #work(): Promise<void> {
    this.#working = this.#working.then(async () => {
      const ended = this.#ended;
      if (ended.length === 0) return;
      const failed = new Set(await this.#letGo(ended).catch(() => ended));
      this.#stuck = failed.size;
      const done = new Set(ended.filter((fd) => !failed.has(fd)));
      this.#ended = this.#ended.filter((fd) => !done.has(fd));
      for (const fd of done) closeSync(fd);
    });
    return this.#working;
  }
}

/** Undefined when the sandbox has ended, and nothing ran in it. */
function openMounts(pid: number): number | undefined {
  const inside = insideOf(pid);
  if (inside === undefined) return undefined;
  try {
    return openSync(`/proc/${inside}/ns/mnt`, "r");
  } catch (error) {
    if (insideOf(pid) !== undefined) throw error;
    return undefined;
  }
}
