import { readFileSync } from "node:fs";
import { pidsInside } from "./inspect-sandbox.ts";

/** How long a shell may take from its answer to its sleep. */
const SETTLES_MS = 40;
/** How often it is asked whether what a command left running is over. */
const AGAIN_MS = 1000;

export type IdleMonitorOptions = {
  /** The shells, by the pid of their bubblewrap. */
  readonly shells: () => readonly number[];
  /** Processes of a shell that does nothing. */
  readonly perShell: number;
  /** Everything has come to rest: what is new until now is a command's. */
  readonly onCalm: () => void;
};

/**
 * Knows whether nothing in a sandbox has run since it last came to rest: then what appears in the workspace is a person's.
 * To count processes is not enough: one may do its work between two looks and be gone, and a shell that waits for its next
 * command may do something else first. So the kernel's count of each process's turns is compared.
 */
export class IdleMonitor {
  readonly #options: IdleMonitorOptions;
  #asleep: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IdleMonitorOptions) {
    this.#options = options;
  }

  /** Something may run from now on. */
  disturb(): void {
    clearTimeout(this.#timer);
    this.#asleep = undefined;
  }

  /** Nothing is meant to run from now on. What then sleeps, and goes on sleeping, is at rest. */
  expectIdle(afterMs: number = SETTLES_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const turns = this.#turns();
      if (turns === undefined) return this.expectIdle(AGAIN_MS);
      this.#options.onCalm();
      this.#asleep = turns;
    }, afterMs).unref();
  }

  /** When it was disturbed unasked, it is so until it has settled again. */
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

  /** Who is there and how often each had its turn; undefined when more are there than belong to shells that do nothing. */
  #turns(): string | undefined {
    const shells = this.#options.shells().map(pidsInside);
    if (shells.some((pids) => pids.length > this.#options.perShell)) return undefined;
    return shells.flat().map(turnsOf).join(" ");
  }
}

function turnsOf(pid: number): string {
  try {
    const counts = readFileSync(`/proc/${pid}/status`, "latin1").match(/ctxt_switches:\s*\d+/g) ?? [];
    return `${pid}/${counts.join("/")}`;
  } catch {
    return ""; // ended, and with it its shell
  }
}
