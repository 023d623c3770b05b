import { join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { START_ATTEMPTS } from "../../base/limits.ts";
import { Fifo } from "../../process/fifo.ts";
import type { Supervisor } from "../../process/supervisor.ts";

/** Two FIFOs of one command: its stdout and its stderr. */
export type CommandFifos = {
  readonly out: Fifo;
  readonly err: Fifo;
  readonly outPath: string;
  readonly errPath: string;
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
    const stem = randomHex(8); // a name that no command can have created before
    const [outName, errName] = [`${stem}o`, `${stem}e`];
    await this.#supervisor.makeFifos([outName, errName]);
    const [outPath, errPath] = [join(this.#runtimeDir, outName), join(this.#runtimeDir, errName)];
    const out = new Fifo(outPath, discard);
    try {
      return { out, err: new Fifo(errPath, discard), outPath, errPath };
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
