import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { inDirectory } from "../../files/pinned-directory.ts";

/** A command that makes a name this often, although the guard takes it away each time, does it on purpose. */
const STUBBORN = 50;

/**
 * Where the guard puts what must not appear in a workspace. It moves things and never copies or deletes them: a command
 * may still be at work in them, and could lead a copy or a deletion elsewhere.
 */
export class Quarantine {
  readonly #workspace: string;
  readonly #directory: string;
  readonly #taken = new Map<string, { times: number; readonly notice: (times: number) => string }>();
  readonly #failed = new Set<string>();
  /** How often each path was taken away since nothing ran. */
  readonly #times = new Map<string, number>();

  constructor(workspace: string, directory: string) {
    this.#workspace = workspace;
    this.#directory = directory;
  }

  /** Takes a path away; "stubborn" when commands keep making it. */
  takeAway(path: string, why: string): "taken" | "stubborn" {
    const name = relative(this.#workspace, path);
    this.#make();
    const kept = inDirectory(dirname(path), (held) => this.#move(join(held, basename(path)), path));
    if (kept === undefined) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
        this.#failed.add(`the sandbox could not take away ${name}, which a command created: ${why}`);
      return "taken";
    }
    const known = this.#taken.get(path);
    if (known !== undefined) known.times++;
    else {
      const often = (times: number): string => (times === 1 ? "" : ` (${times} times)`);
      const notice = (times: number): string =>
        `the sandbox took away ${name}${often(times)}: ${why}. It is kept at ${kept}`;
      this.#taken.set(path, { times: 1, notice });
    }
    const times = (this.#times.get(path) ?? 0) + 1;
    this.#times.set(path, times);
    return times >= STUBBORN ? "stubborn" : "taken";
  }

  /** Whether `forgive` has anything to forget. */
  get remembers(): boolean {
    return this.#times.size > 0;
  }

  /** Call when nothing runs: another command makes the next names. */
  forgive(): void {
    this.#times.clear();
  }

  /** One sentence for each path, given once. */
  takeNotices(): readonly string[] {
    const notices = [...[...this.#taken.values()].map(({ times, notice }) => notice(times)), ...this.#failed];
    this.#taken.clear();
    this.#failed.clear();
    return notices;
  }

  #make(): void {
    try {
      makeDirectory(this.#directory);
    } catch {
      return; // it stays beside its old name
    }
  }

  /** Leaves it beside its old name where it cannot go further: a rename does not reach another disk. */
  #move(from: string, path: string): string | undefined {
    const name = basename(path);
    const kept = join(this.#directory, `${randomHex(4)}-${name}`);
    if (isMoved(from, kept)) return kept;
    const beside = `${name}.taken-${randomHex(4)}`;
    return isMoved(from, join(dirname(from), beside)) ? join(dirname(path), beside) : undefined;
  }
}

function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
