import { every, steadyMs, type Timer } from "../core/base/clock.ts";
import type { ExecutionContext } from "../tools/tool.ts";

type Chunk = Parameters<NonNullable<ExecutionContext["onOutput"]>>[0];

export type Progress = { readonly progress: number; readonly message: string };

/** At most one report a second, and one every ten seconds when nothing is printed, so that the client knows that the call goes on. */
const PACE = { paceMs: 1000, heartbeatMs: 10_000 };
const MESSAGE_CHARS = 200;
const TAIL_CHARS = 4 * MESSAGE_CHARS;

/**
 * Reports the progress of a call to a client: milliseconds so far and the last line printed; where nothing new was printed,
 * how long the call has run or waited. Silent after `stop`.
 */
export class ProgressReporter {
  readonly #send: (progress: Progress) => void;
  readonly #heartbeatMs: number;
  readonly #begun = steadyMs();
  readonly #timer: Timer;
  #tail = "";
  #isNew = false;
  #sentAt = 0;
  /** What the call has done since when: it runs, or it waits. */
  #state = { doing: "running", since: 0 };

  constructor(send: (progress: Progress) => void, { paceMs, heartbeatMs }: typeof PACE = PACE) {
    this.#send = send;
    this.#heartbeatMs = heartbeatMs;
    this.#timer = every(paceMs, () => this.#tick());
    this.#timer.unref();
  }

  readonly onOutput = ({ text }: Chunk): void => {
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    this.#isNew = true;
  };

  readonly onWait = (what: string | undefined): void => {
    this.#state = {
      doing: what === undefined ? "running" : `waiting for ${shortened(what)}`,
      since: this.#elapsed(),
    };
  };

  stop(): void {
    this.#timer.cancel();
  }

  #tick(): void {
    const progress = this.#elapsed();
    if (!this.#isNew && progress - this.#sentAt < this.#heartbeatMs) return;
    const line = lastLine(this.#tail);
    const message = this.#isNew && line !== "" ? line : this.#silence(line, progress);
    this.#isNew = false;
    this.#sentAt = progress;
    this.#send({ progress, message });
  }

  #silence(line: string, progress: number): string {
    const { doing, since } = this.#state;
    const state = `${doing} for ${Math.round((progress - since) / 1000)} s`;
    return line === "" ? state : `${line} (${state})`;
  }

  #elapsed(): number {
    return Math.round(steadyMs() - this.#begun);
  }
}

const shortened = (text: string): string => Array.from(text).slice(0, MESSAGE_CHARS).join("");

/** The last line that is not empty, as a terminal would show it after its carriage returns. */
function lastLine(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return Array.from(lines.findLast((line) => line !== "") ?? "")
    .slice(-MESSAGE_CHARS)
    .join("");
}
