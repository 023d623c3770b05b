import { existsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { START_ATTEMPTS } from "../../base/limits.ts";
import { Fifo } from "../../process/fifo.ts";
import { removeTree } from "../../process/remove-tree.ts";
import type { Supervisor } from "../../process/supervisor/supervisor.ts";
import { inRuntime } from "../bash/script-lines.ts";

/** Two FIFOs of one command: its stdout and its stderr. */
export type CommandFifos = {
  readonly out: Fifo;
  readonly err: Fifo;
  /** As bash opens them. */
  readonly outName: string;
  readonly errName: string;
  /** As the host does. */
  readonly paths: readonly string[];
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
    if (free !== undefined) drop(free);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#make();
      } catch (error) {
        // A command replaced one before the host had opened it.
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  }

  /** Whether the runtime directory is still there; without it no FIFO can be made, and bash must be replaced. */
  get isHoused(): boolean {
    return existsSync(this.#runtimeDir);
  }

  async #make(): Promise<CommandFifos> {
    const stem = randomHex(5); // a name that no command can have created before
    const names = [`${stem}o`, `${stem}e`] as const;
    await this.#supervisor.makeFifos(names);
    const paths = [join(this.#runtimeDir, names[0]), join(this.#runtimeDir, names[1])] as const;
    const out = new Fifo(paths[0], discard);
    try {
      const err = new Fifo(paths[1], discard);
      const [outName, errName] = [inRuntime(this.#runtimeDir, names[0]), inRuntime(this.#runtimeDir, names[1])];
      return { out, err, outName, errName, paths };
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
    takeNamesAway(pair); // the writer has them open
    return "held";
  }

  /** Call when no process of the session is left: removes the runtime directory too. */
  close(): void {
    for (const pair of this.#free.splice(0)) drop(pair);
    removeTree(this.#runtimeDir);
  }
}

function drop(pair: CommandFifos): void {
  for (const fifo of [pair.out, pair.err]) fifo.close();
  takeNamesAway(pair);
}

function takeNamesAway({ paths }: CommandFifos): void {
  for (const path of paths) {
    try {
      unlinkSync(path);
    } catch {
      // A command has deleted it, or put a directory in its place.
    }
  }
}

const discard = (): void => undefined;
