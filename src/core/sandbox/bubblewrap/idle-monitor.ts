import { readdirSync, readFileSync } from "node:fs";
import { after, type Timer } from "../../base/clock.ts";
import { pidsInside } from "./inspect-sandbox.ts";

/** How long a bash may take from its answer until it sleeps. */
const SETTLES_MS = 40;
/** How long to wait before the next look while something that a command left still runs. */
const AGAIN_MS = 1000;

export type IdleMonitorOptions = {
  /** The shells, by the pid of their bubblewrap. */
  readonly shells: () => readonly number[];
  /** How many processes an idle shell has. */
  readonly perShell: number;
  /** Called when every shell is idle: files that appeared until now were made by a command. */
  readonly onCalm: () => void;
};

/**
 * Knows whether no process in a sandbox has run since the shells came to rest: if none has, the user made the files
 * that appear in the workspace. A count of processes is not enough: a process may do its work between two looks and
 * end, and an idle bash may do something before its next command. So this compares how often the kernel switched to
 * each thread.
 */
export class IdleMonitor {
  readonly #options: IdleMonitorOptions;
  #asleep: string | undefined;
  #timer: Timer | undefined;

  constructor(options: IdleMonitorOptions) {
    this.#options = options;
  }

  /** Call when a command may run from now on. */
  disturb(): void {
    this.#timer?.cancel();
    this.#asleep = undefined;
  }

  /** Call when no command is meant to run from now on. Processes that sleep then, and go on sleeping, are at rest. */
  expectIdle(afterMs: number = SETTLES_MS): void {
    this.#timer?.cancel();
    this.#timer = after(afterMs, () => {
      const turns = this.#turns();
      if (turns === undefined) return this.expectIdle(AGAIN_MS);
      this.#options.onCalm();
      this.#asleep = turns;
    }).unref();
  }

  /** False from the first look that finds a process has run, until all are at rest again. */
  isUndisturbed(): boolean {
    if (this.#asleep === undefined) return false;
    if (this.#turns() === this.#asleep) return true;
    this.disturb();
    this.expectIdle();
    return false;
  }

  close(): void {
    this.disturb();
  }

  /** The threads and their context switches; undefined when there are more processes than idle shells have. */
  #turns(): string | undefined {
    const shells = this.#options.shells().map(pidsInside);
    if (shells.some((pids) => pids.length > this.#options.perShell)) return undefined;
    return shells.flat().map(turnsOf).join(" ");
  }
}

/** Of every thread: the file of a process counts its first one alone. */
function turnsOf(pid: number): string {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "latin1");
      return `${thread}/${(status.match(/ctxt_switches:\s*\d+/g) ?? []).join("/")}`;
    });
    return threads.join(" ");
  } catch {
    return ""; // it ended, and its shell with it
  }
}
