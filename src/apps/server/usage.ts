import { steadyMs } from "../../core/base/clock.ts";
/** Whether something is used now, and for how long it was not. */
export class Usage {
  #open = 0;
  #endedAt = steadyMs();

  /** Begins a use; the returned function ends it, once. */
  begin(): () => void {
    this.#open += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#open -= 1;
      this.#endedAt = steadyMs();
    };
  }

  isIdleFor(ms: number): boolean {
    return this.#open === 0 && steadyMs() - this.#endedAt >= ms;
  }
}
