import { after, type OneTimer } from "../../core/base/clock.ts";
import { WAIT_TOLD_MS } from "../../core/base/limits/machine-limits.ts";

/** Tells what a call waits for once it has waited a moment: most have their turn and their judgement at once. */
export class LastingWait {
  readonly #tell: (what: string | undefined) => void;
  #isTold = false;
  #timer: OneTimer | undefined;

  constructor(tell: (what: string | undefined) => void) {
    this.#tell = tell;
  }

  /** It waits for this now; undefined for nothing. */
  is(what: string | undefined): void {
    this.#timer?.cancel();
    this.#timer = what === undefined ? undefined : after(WAIT_TOLD_MS, () => this.#say(what)).unref();
    if (what === undefined && this.#isTold) this.#say(undefined);
  }

  #say(what: string | undefined): void {
    this.#isTold = what !== undefined;
    this.#tell(what);
  }
}
