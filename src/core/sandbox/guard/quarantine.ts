import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { randomHex } from "../../base/ids.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { takeRights } from "./search/take-rights.ts";

/** A command that makes a name this often, although the guard takes it away each time, does it on purpose. */
const STUBBORN = 50;
/** How often rights are taken back that something else takes away again. */
const TRIES = 3;

/**
 * Where the guard puts what must not appear in a workspace. It moves things and never copies or deletes them: a command
 * may still be at work in them, and could lead a copy or a deletion elsewhere.
 */
export class Quarantine {
  readonly #workspace: string;
  readonly #directory: string;
  readonly #taken = new Map<string, { times: number; readonly notice: (times: number) => string }>();
  readonly #elsewhere = new Set<string>();
  /** What could not be taken away, and why it must be. */
  readonly #stuck = new Map<string, string>();
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
    this.#stuck.delete(path);
    const kept = inDirectory(dirname(path), (held) => this.#move(join(held, basename(path)), path) ?? "stuck");
    if (kept === undefined) {
      // Its directory was moved, and the next look finds it where it went; or a link leads to it, and it is elsewhere.
      if (isThere(path))
        this.#elsewhere.add(`the sandbox did not take away ${name}, because a link leads there: ${why}`);
      return "taken";
    }
    if (kept === "stuck") {
      if (isThere(path)) this.#stuck.set(path, why);
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
    const notices = [...[...this.#taken.values()].map(({ times, notice }) => notice(times)), ...this.#elsewhere];
    this.#taken.clear();
    this.#elsewhere.clear();
    return notices;
  }

  /** What still lies there although it was to be taken away, and why it must not. */
  get stuck(): ReadonlyMap<string, string> {
    return this.#stuck;
  }

  /** Tries again to take that away. */
  retry(): void {
    for (const [path, why] of new Map(this.#stuck)) this.takeAway(path, why);
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
    const beside = `${name}.taken-${randomHex(4)}`;
    for (let tries = 0; tries < TRIES; tries++) {
      if (isMoved(from, kept)) return kept;
      if (isMoved(from, join(dirname(from), beside))) return join(dirname(path), beside);
      // A command may have taken the right to rename from its directory, or from itself.
      if (![dirname(path), path].map((place) => takeRights(place)).includes(true)) return undefined;
    }
    return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // nobody can look
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
