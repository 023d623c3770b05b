import { basename, dirname, join, relative } from "node:path";
import { RECORD_BYTES } from "../../../base/limits.ts";
import { realKindAt } from "../../../files/kind-at.ts";
import { inDirectory } from "../../../files/pinned-directory.ts";
import { readUntrustedBytes, type UntrustedBytes } from "../../../files/read-untrusted.ts";
import { replaceUntrusted } from "../../../files/replace-untrusted.ts";
import type { Removals } from "../removals.ts";

/** What git merges with by itself; any other name is a program, which may lie in the workspace. */
const OWN_STRATEGY = "(?:ort|recursive|resolve|octopus|ours|subtree)";
/** The list of an unfinished rebase; an empty one is finished. */
const TODO = "rebase-merge/git-rebase-todo";
/**
 * The files of a git directory that say what an unfinished rebase, cherry-pick or revert has yet to do, and which of
 * their lines run something: `exec`, and a strategy that is not git's own.
 */
const LISTS: Readonly<Record<string, RegExp>> = {
  [TODO]: /^[ \t]*(?:exec|x)(?:[ \t\r]|$)/,
  "rebase-merge/strategy": new RegExp(`^(?!${OWN_STRATEGY}?\\s*$)`),
  "sequencer/opts": new RegExp(`strategy(?!-)(?!\\s*=\\s*${OWN_STRATEGY}\\s*$)`, "i"),
};
/** How often the host begins anew with a file that is replaced under its hands. */
const TRIES = 3;
const SHOWN_CHARS = 200;

export type RebaseTodosOptions = {
  readonly workspace: string;
  /** The git directories of the workspace, those of worktrees and submodules among them. */
  readonly repositories: ReadonlySet<string>;
  /** Whether the user made what is new. */
  readonly isIdle: () => boolean;
  readonly removals: Pick<Removals, "take" | "note">;
};

type Scope = (gitDirectory: string) => boolean;

/**
 * Finds what a command has an unfinished rebase run: the user's next `git rebase --continue` would run it outside. Commands
 * may rebase as they like, so that it is told of, and taken out when no process is left. What the user wrote stays.
 */
export class RebaseTodos {
  readonly #options: RebaseTodosOptions;
  readonly #users = new Set<string>();
  readonly #commands = new Set<string>();

  constructor(options: RebaseTodosOptions) {
    this.#options = options;
  }

  /** Call before a command: the user wrote what is new, if nothing ran. */
  lookBefore(isInScope: Scope = () => true): void {
    const fresh = this.#listsIn(isInScope).flatMap((path) => this.#fresh(path));
    if (fresh.length > 0 && this.#options.isIdle()) for (const line of fresh) this.#users.add(line);
  }

  /** Call after a command: it wrote what is new. */
  lookAfter(isInScope: Scope): void {
    for (const path of this.#listsIn(isInScope)) {
      const fresh = this.#fresh(path);
      if (fresh.length === 0) continue;
      for (const line of fresh) this.#commands.add(line);
      const said = fresh.map((line) => line.slice(line.indexOf("\0") + 1).trim()).join(", ");
      this.#options.removals.note(
        `the user's next git rebase, cherry-pick or revert --continue would run what a command wrote into ${relative(this.#options.workspace, path)}: ${said.slice(0, SHOWN_CHARS)}. The sandbox takes it out when it is closed`,
      );
    }
  }

  /** Takes out what commands wrote. Call when no process is left that could write it again. */
  disarm(): void {
    for (const path of this.#listsIn(() => true)) {
      if (this.#isDisarmed(path)) continue;
      const directory = dirname(path);
      const isReal = realKindAt(dirname(directory), basename(directory)) === "directory";
      this.#options.removals.take(isReal ? path : directory, "git would run what it says when it goes on");
    }
  }

  #isDisarmed(path: string): boolean {
    for (let at = 0; at < TRIES; at++) {
      const read = bytesAt(path);
      if (read === undefined) return false;
      const lines = linesOf(read);
      const kept = lines.filter((line) => !runs(path, line) || this.#users.has(`${path}\0${line}`));
      if (kept.length === lines.length) return true;
      if (kept.join("").trim() === "" && !path.endsWith(TODO)) return false; // a file that says nothing would be an error
      if (replaceUntrusted(path, Buffer.from(kept.join("\n"), "latin1"), read.stat)) return true;
    }
    return false;
  }

  /** The lines of a list that run something and that nobody is known to have written, behind the path of the list. */
  #fresh(path: string): readonly string[] {
    const read = bytesAt(path);
    return (read === undefined ? [UNREADABLE] : linesOf(read))
      .filter((line) => line === UNREADABLE || runs(path, line))
      .map((line) => `${path}\0${line}`)
      .filter((line) => !this.#users.has(line) && !this.#commands.has(line));
  }

  /** Every list there is, or a link in the place of one. */
  #listsIn(isInScope: Scope): readonly string[] {
    return [...this.#options.repositories]
      .filter(isInScope)
      .flatMap((git) => Object.keys(LISTS).map((name) => ({ git, name })))
      .filter(({ git, name }) => realKindAt(git, name) !== "missing")
      .filter(({ git, name }) => name === TODO || realKindAt(git, dirname(name)) === "directory")
      .map(({ git, name }) => join(git, name));
  }
}

const UNREADABLE = "what nacre cannot read";

/** Whether a line of a list runs something. */
const runs = (path: string, line: string): boolean =>
  Object.entries(LISTS).some(([name, pattern]) => path.endsWith(`/${name}`) && pattern.test(line));

/** Undefined for what is no plain file at this very path. */
const bytesAt = (path: string): UntrustedBytes | undefined =>
  inDirectory(dirname(path), (held) => readUntrustedBytes(join(held, basename(path)), RECORD_BYTES));

const linesOf = ({ bytes }: UntrustedBytes): readonly string[] => bytes.toString("latin1").split("\n");
