import { setImmediate as nextTurn } from "node:timers/promises";
import { SLICE_MS } from "./limits.ts";

/** Long work in slices: between two of them the host does whatever else waits. */
export class Slices {
  #begun = performance.now();

  /** Call it between two steps. It waits for the next slice when this one is used up. */
  async step(): Promise<void> {
    if (performance.now() - this.#begun < SLICE_MS) return;
    await nextTurn();
    this.#begun = performance.now();
  }
}
