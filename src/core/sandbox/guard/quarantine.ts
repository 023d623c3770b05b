import { renameSync, rmdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { wallMs } from "../../base/clock.ts";
import { randomHex } from "../../base/ids.ts";
import { statAt } from "../../files/kind-at.ts";
import { checkOwn, makeDirectory } from "../../files/make-directory.ts";
import { inDirectory } from "../../files/pinned-directory.ts";
import { stateFlag } from "../../process/state-flag.ts";
import { identityAt, isRestored, keepRecord } from "./quarantine-record.ts";
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
  /** What was taken away since the last notices: how often, and how the user has the last one back. */
  readonly #taken = new Map<string, { readonly times: number; readonly why: string; readonly wayBack: string }>();
  readonly #elsewhere = new Set<string>();
  /** What could not be taken away, and why it must be. */
  readonly #stuck = new Map<string, string>();
  /** How often each path was taken away since nothing ran. */
  readonly #times = new Map<string, number>();

  constructor(workspace: string, directory: string) {
    this.#workspace = workspace;
    this.#directory = directory;
  }

  /** Whether the user put back what lies at a path. */
  isRestored(path: string): boolean {
    return isRestored(this.#directory, path);
  }

  /** Takes a path away; "stubborn" when commands keep making it. */
  takeAway(path: string, why: string): "taken" | "stubborn" {
    const name = relative(this.#workspace, path);
    const id = randomHex(4);
    this.#make(id);
    this.#stuck.delete(path);
    const kept = inDirectory(dirname(path), (held) => this.#move(join(held, basename(path)), path, id) ?? "stuck");
    if (kept === undefined || kept === "stuck") removeEmpty(join(this.#directory, id));
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
    const wayBack = this.#wayBack({ id, path, why, kept });
    this.#taken.set(path, { times: (this.#taken.get(path)?.times ?? 0) + 1, why, wayBack });
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
    const taken = [...this.#taken].map(([path, { times, why, wayBack }]) => {
      const often = times === 1 ? "" : ` (${times} times)`;
      return `the sandbox took away ${relative(this.#workspace, path)}${often}: ${why}. ${wayBack}`;
    });
    const notices = [...taken, ...this.#elsewhere];
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

  /** How the user has back what was taken away. */
  #wayBack(item: { readonly id: string; readonly path: string; readonly why: string; readonly kept: string }): string {
    const identity = identityAt(item.kept) ?? "";
    const isKept = keepRecord(this.#directory, { ...item, identity, takenAt: new Date(wallMs()).toISOString() });
    return isKept
      ? `The user has it back with: nacre restore --quarantine ${item.id}${stateFlag(dirname(this.#directory))}`
      : `It is kept at ${item.kept}`;
  }

  #make(id: string): void {
    try {
      checkOwn(dirname(this.#directory));
      makeDirectory(join(this.#directory, id));
    } catch {
      return; // it stays beside its old name
    }
  }

  /** Leaves it beside its old name where it cannot go further: a rename does not reach another disk. */
  #move(from: string, path: string, id: string): string | undefined {
    const kept = join(this.#directory, id, "kept");
    const beside = `${basename(path)}.taken-${id}`;
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
    return statAt(path) !== undefined;
  } catch {
    return true; // nobody can look
  }
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    return; // there is none
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
