import { setImmediate as nextTurn } from "node:timers/promises";
import { stopwatch } from "./clock.ts";
import { SLICE_MS } from "./limits.ts";

/** Long work in slices: between two of them the host does whatever else waits. */
export class Slices {
  #spent = stopwatch();

  /** Call it between two steps. It waits for the next slice when this one is used up. */
  async step(): Promise<void> {
    if (this.#spent() < SLICE_MS) return;
    await nextTurn();
    this.#spent = stopwatch();
  }
}

/** Work that stops after each step, to be done at once or in slices. */
export type Steps<T> = Generator<void, T, void>;

export function doAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export async function doInSlices<T>(steps: Steps<T>): Promise<T> {
  const slices = new Slices();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await slices.step();
  }
}
