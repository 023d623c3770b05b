import type { ChildProcess } from "node:child_process";

/**
 * Whether a child and its pipes keep the host alive; at first they do. Bun counts the calls, so that none is made twice,
 * and its stdin knows none.
 */
export class HostHold {
  readonly #handles: readonly object[];
  #isHeld = true;

  constructor(child: ChildProcess) {
    this.#handles = [child, ...child.stdio.filter((pipe) => pipe !== null && pipe !== undefined)];
  }

  hold(): void {
    if (!this.#isHeld) this.#tell("ref");
    this.#isHeld = true;
  }

  letGo(): void {
    if (this.#isHeld) this.#tell("unref");
    this.#isHeld = false;
  }

  #tell(what: "ref" | "unref"): void {
    for (const handle of this.#handles) {
      const method: unknown = Reflect.get(handle, what);
      if (typeof method === "function") Reflect.apply(method, handle, []);
    }
  }
}
