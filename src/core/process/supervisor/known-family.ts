import { descendantsOf } from "../descendants.ts";
import { type Identity, isRunning, keyOf } from "../identity.ts";

/**
 * What was seen below a supervisor whom the kernel gives no orphans: a process whose parent has ended is not below it any
 * more, and is known as long as it runs, with what it starts.
 */
export class KnownFamily {
  #known: readonly Identity[] = [];

  /** Those that are below it now, and those that were. */
  with(found: readonly Identity[]): Identity[] {
    const earlier = this.#known.filter(isRunning).flatMap((one) => [one, ...descendantsOf(one.pid)]);
    const all = new Map([...found, ...earlier].map((one) => [keyOf(one), one]));
    this.#known = [...all.values()];
    return [...this.#known];
  }
}
