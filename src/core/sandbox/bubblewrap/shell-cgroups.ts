import { sleep, stopwatch } from "../../base/clock.ts";
import { type Limits, SANDBOX_REAPED_MS } from "../../base/limits.ts";
import { type Cgroup, createCgroup, sweepCgroups } from "./cgroup.ts";

/**
 * The control groups of a sandbox's shells: the kernel's limit per user does not count root's processes, a control
 * group does. No start looks at the groups of shells that live.
 */
export class ShellCgroups {
  readonly #limits: Limits;
  readonly #make: typeof createCgroup;
  /** Groups of shells that are about to start, or live. */
  readonly #used = new Set<Cgroup>();
  /** Groups whose shell has ended: the kernel keeps one until its last process is reaped. */
  readonly #left = new Set<Cgroup>();
  #isSwept = false;

  constructor(limits: Limits, make: typeof createCgroup = createCgroup) {
    this.#limits = limits;
    this.#make = make;
  }

  /** A group for a shell that is about to start; undefined where none can be made. */
  create(): Cgroup | undefined {
    if (!this.#isSwept) sweepCgroups();
    this.#isSwept = true;
    this.#removeLeft();
    const group = this.#make(this.#limits);
    if (group !== undefined) this.#used.add(group);
    return group;
  }

  /** Call when the shell of a group is gone, with everything that ran in it. */
  shellEnded(group: Cgroup | undefined): void {
    if (group === undefined || !this.#used.delete(group)) return;
    this.#left.add(group);
    this.#removeLeft();
  }

  /** Removes all groups. */
  async close(): Promise<void> {
    for (const group of this.#used) this.#left.add(group);
    this.#used.clear();
    for (const spent = stopwatch(); this.#removeLeft() > 0 && spent() < SANDBOX_REAPED_MS; ) await sleep(5);
  }

  /** Returns how many groups are left. */
  #removeLeft(): number {
    for (const group of this.#left) if (group.remove()) this.#left.delete(group);
    return this.#left.size;
  }
}
