import { every, type Timer } from "../../base/clock.ts";
import { Slices } from "../../base/slices.ts";
import type { InputWait } from "./input-wait.ts";
import { NewlyWaiting } from "./newly-waiting.ts";
import type { ShellProcess } from "./shell-process.ts";

const LOOK_MS = 1000;

export type Waited = { readonly shell: ShellProcess; readonly wait: InputWait };

/** Tells once that a program of a running shell waits for input. No event of the system does, so it looks now and then. */
export class WaitingWatch {
  readonly #running: () => readonly ShellProcess[];
  readonly #tell: (waited: Waited) => void;
  readonly #newly = new NewlyWaiting();
  #timer: Timer | undefined;
  #isLooking = false;

  constructor(running: () => readonly ShellProcess[], tell: (waited: Waited) => void) {
    this.#running = running;
    this.#tell = tell;
  }

  /** Looks from now on, as long as any shell runs. */
  begin(): void {
    this.#timer ??= every(LOOK_MS, () => void this.#look()).unref();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** One look at a time: many shells take more than one slice. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    const running = this.#running();
    if (running.length === 0) this.stop();
    this.#isLooking = true;
    const slices = new Slices();
    for (const shell of running) {
      const wait = shell.isRunning ? this.#newly.take(shell) : undefined;
      if (wait !== undefined) this.#tell({ shell, wait });
      await slices.step();
    }
    this.#isLooking = false;
  }
}
