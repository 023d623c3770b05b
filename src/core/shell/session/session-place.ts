import { dirname } from "node:path";
import { Fault } from "../../base/fault.ts";
import { isInside } from "../../files/path-inside.ts";
import { notThere, type StartDirectory } from "../../files/working-directory.ts";
import { isRunning } from "../../process/identity.ts";
import type { BashAnswer } from "../bash/answer.ts";
import type { BashLink } from "./bash-link.ts";

/**
 * A directory that a session lost between two commands. `made-anew`: it has entered the new one; `deleted`: it went
 * elsewhere; `elsewhere`: bash is in another one already.
 */
export type Relocation = {
  readonly from: string;
  readonly to: string;
  readonly cause: "made-anew" | "deleted" | "elsewhere";
};

/** How the session reaches its bash, which may be another one each time. */
export type Reach = {
  readonly up: () => Promise<BashLink>;
  /** The same, unless no bash was needed so far. */
  readonly begun: () => Promise<BashLink | undefined>;
  /** Undefined when bash ended instead of an answer. */
  readonly ask: (turn: { readonly kind: "cd" | "look"; readonly directory: string }) => Promise<BashAnswer | undefined>;
  /** Hears that bash was brought elsewhere. */
  readonly moved: () => void;
};

/** Where a session is, and how it gets elsewhere between two commands. */
export class SessionPlace {
  /** Where the last command, or this class, has left bash. */
  now: StartDirectory;
  readonly #workingDir: string;
  readonly #reach: Reach;
  /** The directory that the last caller wanted; empty when bash must be moved before the next command. */
  #wanted: string;
  #relocation: Relocation | undefined;

  constructor(workingDir: string, reach: Reach, begins: StartDirectory = { path: workingDir, name: workingDir }) {
    this.#workingDir = workingDir;
    this.#reach = reach;
    this.now = begins;
    this.#wanted = workingDir;
  }

  /** Where a command starts whose caller wants this directory: where the last one left off, or there. */
  startFor(directory: string = this.#wanted): StartDirectory {
    return directory === this.#wanted ? this.now : { path: directory, name: directory };
  }

  /** Takes over where a command has left bash; tells the directory when it is gone although bash is not. */
  takeOver(link: BashLink, answer: BashAnswer): { readonly missingDirectory?: string } {
    const { shell, directory } = link;
    this.now = link.placeOf(answer, directory);
    const isMissing = shell !== undefined && directory === undefined && isRunning(shell);
    return isMissing ? { missingDirectory: this.now.name } : {};
  }

  /** A change of directory between two commands that no result has told yet. */
  takeRelocation(): Relocation | undefined {
    const relocation = this.#relocation;
    this.#relocation = undefined;
    return relocation;
  }

  /** Takes bash to a directory, wherever it is now. */
  async goTo(directory: string): Promise<void> {
    this.#wanted = "";
    await this.moveTo(directory);
  }

  /** Takes bash where a caller wants to be, unless the last caller wanted the same. */
  async moveTo(directory: string): Promise<void> {
    if (directory === this.#wanted) return;
    const answer = await this.#enter(directory);
    if (answer?.status !== 0) throw new Fault("DIRECTORY_UNUSABLE", `${directory}: the session cannot go there`);
    if ((await this.#reach.up()).directory !== directory) {
      this.#wanted = "";
      throw new Fault("DIRECTORY_UNUSABLE", notThere(directory));
    }
    this.#wanted = directory;
    this.#relocation = undefined; // the caller left it anyway
    this.now = { path: directory, name: answer.cwd };
    this.#reach.moved();
  }

  /** Finds a session whose directory is gone another one; nothing where the caller wants another anyway. */
  async settle(directory: string = this.#wanted): Promise<void> {
    const link = await this.#reach.begun();
    if (link === undefined || directory !== this.#wanted) return;
    if (link.directory === this.now.path && !link.isPlaceDoubtful) return;
    const from = this.now;
    const { place, cause } = (await this.#whereNow()) ?? (await this.#refuge(from, directory || this.#workingDir));
    this.now = place;
    if (cause === "elsewhere" && place.path === from.path) return;
    this.#relocation = { from: this.#relocation?.from ?? from.name, to: place.name, cause };
    this.#reach.moved();
  }

  /** Where bash is; undefined when the kernel, or bash itself, says that its directory is gone. */
  async #whereNow(): Promise<Refuge | undefined> {
    const { directory: path, isPlaceDoubtful } = await this.#reach.up();
    if (path === undefined) return undefined;
    if (isPlaceDoubtful && (await this.#reach.ask({ kind: "look", directory: path }))?.status !== 0) return undefined;
    const { now } = this;
    return { place: path === now.path ? now : { path, name: path }, cause: "elsewhere" };
  }

  /** Brings bash to the best directory that is left: the same path, if it leads to one again. */
  async #refuge(from: StartDirectory, workingDir: string): Promise<Refuge> {
    for (const { path, name } of refuges(from, workingDir)) {
      const answer = await this.#reach.ask({ kind: "cd", directory: name });
      // bash ended, and the next one has started in a directory that is there.
      const found = answer === undefined ? await this.#whereNow() : undefined;
      if (found !== undefined) return found;
      const isThere = answer?.status === 0 && (await this.#reach.up()).directory === path;
      if (isThere) return { place: { path, name: answer.cwd }, cause: path === from.path ? "made-anew" : "deleted" };
    }
    this.#wanted = "";
    throw new Fault("DIRECTORY_UNUSABLE", notThere(workingDir));
  }

  /** A bash that ended is asked once more: another took its place. */
  async #enter(directory: string): Promise<BashAnswer | undefined> {
    const go = (): Promise<BashAnswer | undefined> => this.#reach.ask({ kind: "cd", directory });
    return (await go()) ?? (await go());
  }
}

type Refuge = { readonly place: StartDirectory; readonly cause: Relocation["cause"] };

/** Best first. None lies above the working directory: a session never leaves it by itself. */
function refuges(from: StartDirectory, workingDir: string): readonly StartDirectory[] {
  const paths = [from.path];
  for (let path = from.path; path !== workingDir && isInside(path, workingDir); ) {
    path = dirname(path);
    paths.push(path);
  }
  return [from, ...[...paths, workingDir].map((path) => ({ path, name: path }))];
}
