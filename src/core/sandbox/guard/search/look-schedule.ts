import { after, stopwatch, type Timer } from "../../../base/clock.ts";

/** How long after a command the look that it did not wait for begins. */
const PAUSE_MS = 200;
/** A command waits for a look everywhere if that takes at most this part of the command's own time. */
const SHARE = 1 / 5;
/** While something runs, looks everywhere take at most this part of the host's time, and come at most this often. */
const BUSY_SHARE = 1 / 50;
const BUSY_PAUSE_MS = 250;

export type LookScheduleOptions = {
  /** Looks everywhere, in slices. */
  readonly look: () => Promise<void>;
  /** Whether something of the sandbox may still run. */
  readonly isBusy: () => boolean;
};

/**
 * Decides when the guard looks everywhere: at once where that costs a command little, and soon afterwards where a large
 * workspace makes it dear; again and again while something runs. One look at a time.
 */
export class LookSchedule {
  readonly #options: LookScheduleOptions;
  #tookMs = 0;
  /** The next look that is asked for, and the next one while something runs. */
  #due: Timer | undefined;
  #next: Timer | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: LookScheduleOptions) {
    this.#options = options;
  }

  /** Looks now, after a look that runs already. */
  now(): Promise<void> {
    this.#cancel();
    const look = async (): Promise<void> => {
      const spent = stopwatch();
      try {
        await this.#options.look();
      } finally {
        this.#tookMs = spent();
        this.whileBusy();
      }
    };
    this.#running = this.#running.then(look, look);
    return this.#running;
  }

  /** Looks now if a command of this length can wait for it, else soon. */
  async whenDue(commandMs: number): Promise<void> {
    if (this.#tookMs <= commandMs * SHARE) await this.now();
    else if (!this.#isClosed) this.#due ??= after(PAUSE_MS, () => this.#unawaited()).unref();
  }

  /** Looks again and again, for as long as something runs. */
  whileBusy(): void {
    if (this.#isClosed) return;
    this.#next ??= after(Math.max(BUSY_PAUSE_MS, this.#tookMs / BUSY_SHARE), () => {
      this.#next = undefined;
      if (this.#options.isBusy()) this.#unawaited();
    }).unref();
  }

  /** Ends the schedule, when the look that runs is over. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#running.catch(() => undefined); // a last look follows
  }

  /** A look that nobody waits for may fail, where a command closes what it looks at: the next caller's look says so. */
  #unawaited(): void {
    this.now().catch(() => undefined);
  }

  #cancel(): void {
    this.#due?.cancel();
    this.#next?.cancel();
    this.#due = undefined;
    this.#next = undefined;
  }
}
