import { sleep, stopwatch } from "../../base/clock.ts";
import { type Limits, SANDBOX_REAPED_MS } from "../../base/limits.ts";
import { type Cgroup, createCgroup } from "./cgroup.ts";

/**
 * The control groups of a sandbox's shells: the kernel's limit per user does not count root's processes, a control
 * group does.
 */
export class ShellCgroups {
  readonly #limits: Limits;
  #groups: readonly Cgroup[] = [];
  /** Groups that are empty because their shell has not started yet. */
  readonly #awaiting = new Set<Cgroup>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** A group for a shell that is about to start; undefined where none can be made. */
  create(): Cgroup | undefined {
    this.#removeEmpty();
    const group = createCgroup(this.#limits);
    if (group !== undefined) {
      this.#groups = [...this.#groups, group];
      this.#awaiting.add(group);
    }
    return group;
  }

  /** From now on an empty group means that its shell has ended. */
  shellStarted(group: Cgroup | undefined): void {
    if (group !== undefined) this.#awaiting.delete(group);
  }

  /** Removes all groups. A killed process stays in its group until its parent reaps it. */
  async close(): Promise<void> {
    this.#awaiting.clear();
    for (const spent = stopwatch(); this.#removeEmpty() > 0 && spent() < SANDBOX_REAPED_MS; ) await sleep(5);
  }

  /** Returns how many groups are left. */
  #removeEmpty(): number {
    this.#groups = this.#groups.filter((group) => this.#awaiting.has(group) || !group.remove());
    return this.#groups.length;
  }
}
