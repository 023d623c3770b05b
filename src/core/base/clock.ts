import { readFileSync } from "node:fs";

/**
 * The clocks and timers of nacre.
 *
 * The operator, the client or the kernel may stop a host (SIGSTOP, a frozen container, a machine that sleeps). What the
 * host waits for has come meanwhile, or was stopped too: time in which the host did not run must not make it late. And
 * the time of day may jump: no span is measured by it.
 */

/** Milliseconds on a clock that never jumps. Only the difference of two means something, and only within this process. */
export const steadyMs = (): number => performance.now();

/** How long the machine has slept since it was started. */
let slept = 0;
/** Above what rounding makes of it. */
const LEAST_SLEEP_MS = 100;
/** A list asks for hundreds of ages in one run of the host's code: the kernel is asked once. */
let isAsked = false;

/** A clock that never jumps, counts the machine's sleep, and is the same for every process while the machine runs. */
export function machineMs(): number {
  const awake = Number(process.hrtime.bigint() / 1_000_000n);
  if (isAsked) return awake + slept;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
  });
  const now = Math.max(0, uptimeMs(awake) - awake);
  if (Math.abs(now - slept) > LEAST_SLEEP_MS) slept = now;
  return awake + slept;
}

function uptimeMs(otherwise: number): number {
  try {
    return Math.round(Number.parseFloat(readFileSync("/proc/uptime", "latin1")) * 1000);
  } catch {
    return otherwise;
  }
}

/** The time of day. It may jump: for users and for other processes, never for a span within this one. */
export const wallMs = (): number => Date.now();

/** A timer that is later than this was not late by itself: the host did not run. */
const STALL_MS = 500;
/** A long wait is cut into this many parts, of which each lasts this long at least. */
const SLICES = 32;
const SHORTEST_SLICE_MS = 1000;
/** Node takes a longer wait for one of 1 ms. */
const LONGEST_STEP_MS = 2 ** 31 - 1;

export interface Timer {
  cancel(): void;
  /** Keeps the host running until the timer ends, as every timer does at first; or lets the host end before. */
  ref(): this;
  unref(): this;
}

export interface OneTimer extends Timer {
  /** Begins anew, also when the time was over. Cheaper than another timer. */
  refresh(): this;
}

/**
 * Calls `act` once, when the host has run this long. What other processes have said by then is heard first: a timer must
 * not come before an answer that lies in a pipe.
 */
export const after = (ms: number, act: () => void): OneTimer => new Countdown(ms, act);

/**
 * Calls `act` again and again, with this pause between. After the host was stopped it leaves one call out: what waited for
 * the host comes first.
 */
export function every(ms: number, act: () => void): Timer {
  const steps = Math.max(1, Math.ceil(ms / LONGEST_STEP_MS));
  const looks = new Looks();
  let passed = 0;
  const timer = setInterval(() => {
    passed = (passed + 1) % steps;
    if (looks.since(ms / steps) !== undefined && passed === 0) act();
  }, ms / steps);
  return {
    cancel: () => clearInterval(timer),
    ref() {
      timer.ref();
      return this;
    },
    unref() {
      timer.unref();
      return this;
    },
  };
}

/** Waits until the host has run this long. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    after(ms, resolve);
  });

/** How long the host has run since, for a loop that looks more often than twice a second. */
export function stopwatch(): () => number {
  let spent = 0;
  let last = steadyMs();
  return () => {
    const now = steadyMs();
    spent += Math.min(now - last, STALL_MS);
    last = now;
    return spent;
  };
}

/** Looks at the clock now and then. */
class Looks {
  #last = steadyMs();
  #wasStopped = false;

  begin(): void {
    this.#last = steadyMs();
    this.#wasStopped = false;
  }

  /**
   * The time since the last look, when the next was meant to come after `ms`. Undefined when the host was stopped
   * meanwhile, but never twice in a row: a slow host must get on.
   */
  since(ms: number): number | undefined {
    const now = steadyMs();
    const spent = now - this.#last;
    this.#last = now;
    this.#wasStopped = !this.#wasStopped && spent > ms + STALL_MS;
    return this.#wasStopped ? undefined : spent;
  }
}

class Countdown implements OneTimer {
  readonly #ms: number;
  readonly #act: () => void;
  readonly #looks = new Looks();
  readonly #slice: number;
  #left: number;
  #timer: NodeJS.Timeout;
  #immediate: NodeJS.Immediate | undefined;
  #keepsHost = true;

  constructor(ms: number, act: () => void) {
    this.#ms = ms;
    this.#act = act;
    this.#left = ms;
    this.#slice = Math.min(Math.max(SHORTEST_SLICE_MS, ms / SLICES), LONGEST_STEP_MS);
    this.#timer = this.#next();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  ref(): this {
    this.#keepsHost = true;
    this.#timer.ref();
    return this;
  }

  unref(): this {
    this.#keepsHost = false;
    this.#timer.unref();
    return this;
  }

  refresh(): this {
    clearImmediate(this.#immediate);
    this.#looks.begin();
    const isInFirstPart = this.#left === this.#ms || this.#ms <= this.#slice;
    this.#left = this.#ms;
    if (isInFirstPart) this.#timer.refresh();
    else {
      clearTimeout(this.#timer);
      this.#timer = this.#next();
    }
    return this;
  }

  #next(): NodeJS.Timeout {
    const step = Math.min(this.#left, this.#slice);
    const timer = setTimeout(() => this.#passed(step), step);
    return this.#keepsHost ? timer : timer.unref();
  }

  #passed(step: number): void {
    const spent = this.#looks.since(step);
    this.#left -= spent ?? 0;
    // Node's timers may come a fraction of a millisecond early.
    if (spent === undefined || this.#left >= 1) this.#timer = this.#next();
    else this.#immediate = setImmediate(this.#act);
  }
}
