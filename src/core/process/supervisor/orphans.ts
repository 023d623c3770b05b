import { keepAlive } from "../../base/keep-alive.ts";
import { orphansOf } from "../descendants.ts";
import { type Identity, isRunning } from "../identity.ts";
import { killTree } from "../kill-tree.ts";

/**
 * What a supervisor leaves that was killed: it has ended nothing, and the kernel ends only its shell. In a sandbox the
 * kernel ends everything; then this waits until it has.
 */
export class Orphans {
  /** The shell that the supervisor started last. */
  shell: Identity | undefined;
  /** The supervisor has said that nothing is left below it. */
  areNone = false;
  readonly #mark: string | undefined;
  #found: readonly Identity[] = [];

  constructor(mark: string | undefined) {
    this.#mark = mark;
  }

  /** Those that were found and still run. */
  get left(): Identity[] {
    return this.#found.filter(isRunning);
  }

  /** Ends them; those that it could not end are `left`. */
  async end(): Promise<void> {
    const mark = this.#mark;
    if (this.areNone || mark === undefined) return;
    const list = (): readonly Identity[] => {
      this.#found = orphansOf(mark, this.shell?.pid);
      return this.#found;
    };
    await keepAlive(killTree({ list, firstSignal: "SIGKILL" })).catch(() => undefined); // a fault: they are left
  }
}
