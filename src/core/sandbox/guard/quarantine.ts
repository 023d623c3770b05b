import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { inDirectory } from "../../files/pinned-directory.ts";

/** A name that a command makes this often, although it is taken away each time, is not made by accident. */
const STUBBORN = 50;

/**
 * Where things go that must not have appeared in a workspace. Whatever is taken away is moved, never copied or deleted: its
 * makers may still be at work in it, and would lead us elsewhere.
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

  /** Takes it away, and says whether its makers keep making it. */
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

  /** Whether there is anything to forgive. */
  get remembers(): boolean {
    return this.#times.size > 0;
  }

  /** Nothing runs: whoever makes a name now is somebody else. */
  forgive(): void {
    this.#times.clear();
  }

  /** One sentence for each path, once. */
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
      return; // then it stays beside its old name
    }
  }

  /** Beside its old name where it cannot go further: nothing can be moved to another disk. */
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
