import { join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { START_ATTEMPTS } from "../../base/limits.ts";
import { Fifo } from "../../process/fifo.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { inRuntime } from "../bash/script-lines.ts";

/** Two FIFOs of one command: its stdout and its stderr. */
export type CommandFifos = {
  readonly out: Fifo;
  readonly err: Fifo;
  /** As bash opens them. */
  readonly outName: string;
  readonly errName: string;
};

/** The pairs that the commands of one session write to, one after another. */
export class OutputFifos {
  readonly #supervisor: Supervisor;
  readonly #runtimeDir: string;
  readonly #free: CommandFifos[] = [];

  constructor(supervisor: Supervisor, runtimeDir: string) {
    this.#supervisor = supervisor;
    this.#runtimeDir = runtimeDir;
  }

  /** A pair that no other process writes to. */
  async acquire(): Promise<CommandFifos> {
    const free = this.#free.pop();
    if (free?.out.isLinked && free.err.isLinked) return free;
    free?.out.close();
    free?.err.close();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#make();
      } catch (error) {
        // A command replaced one before the host had opened it.
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  }

  async #make(): Promise<CommandFifos> {
    const stem = randomHex(5); // a name that no command can have created before
    const names = [`${stem}o`, `${stem}e`] as const;
    await this.#supervisor.makeFifos(names);
    const open = (name: string): Fifo => new Fifo(join(this.#runtimeDir, name), discard);
    const out = open(names[0]);
    try {
      return { out, err: open(names[1]), outName: inRuntime(names[0]), errName: inRuntime(names[1]) };
    } catch (error) {
      out.close();
      throw error;
    }
  }

  /**
   * Reads what is left of a command's output. A pair that a process still holds is not used again: what comes on it is
   * late output. It is read in any case, so that the writer does not block.
   */
  finish(pair: CommandFifos): "free" | "held" {
    const fifos = [pair.out, pair.err];
    const states = fifos.map((fifo) => fifo.readRest());
    for (const fifo of fifos) fifo.onData = discard;
    if (states.every((state) => state === "free")) {
      this.#free.push(pair);
      return "free";
    }
    for (const fifo of fifos) fifo.release();
    return "held";
  }

  close(): void {
    for (const { out, err } of this.#free) for (const fifo of [out, err]) fifo.close();
  }
}

const discard = (): void => undefined;
