import { dirname } from "node:path";
import { Fault } from "../base/fault.ts";
import { isInside } from "../files/path-inside.ts";
import { notThere, type StartDirectory } from "../files/working-directory.ts";
import type { BashLink } from "./session/bash-link.ts";
import type { ShellSandbox } from "./shell-sandbox.ts";

/**
 * A directory that a session lost between two commands. `made-anew`: it has entered the new one; `deleted`: it went
 * elsewhere; `elsewhere`: bash is in another one already.
 */
export type Relocation = {
  readonly from: string;
  readonly to: string;
  readonly cause: "made-anew" | "deleted" | "elsewhere";
};

/** Where a session is, and how it gets elsewhere between two commands. */
export class SessionPlace {
  /** Where the last command, or this class, has left bash. */
  now: StartDirectory;
  readonly #workingDir: string;
  readonly #sandbox: ShellSandbox;
  /** The directory that the last caller wanted; empty when bash must be moved before the next command. */
  #wanted: string;
  #relocation: Relocation | undefined;

  constructor(workingDir: string, sandbox: ShellSandbox) {
    this.#workingDir = workingDir;
    this.#sandbox = sandbox;
    this.now = { path: workingDir, name: workingDir };
    this.#wanted = workingDir;
  }

  /** Where a command starts whose caller wants this directory: where the last one left off, or there. */
  startFor(directory: string = this.#wanted): StartDirectory {
    return directory === this.#wanted ? this.now : { path: directory, name: directory };
  }

  /** The directory, when it is gone although bash is not. */
  missingIn(link: BashLink): { readonly missingDirectory?: string } {
    return link.shell !== undefined && link.directory === undefined ? { missingDirectory: this.now.name } : {};
  }

  /** A change of directory between two commands that no result has told yet. */
  takeRelocation(): Relocation | undefined {
    const relocation = this.#relocation;
    this.#relocation = undefined;
    return relocation;
  }

  /** Makes the next `moveTo` go, whatever the last caller wanted. */
  forget(): void {
    this.#wanted = "";
  }

  /** Takes bash where a caller wants to be, unless the last caller wanted the same. Returns whether bash went. */
  async moveTo(link: BashLink, directory: string): Promise<boolean> {
    if (directory === this.#wanted) return false;
    await this.#sandbox.beforeInternalTurn();
    const reply = await link.ask({ kind: "cd", directory });
    if (reply.kind !== "answer" || reply.answer.status !== 0) {
      throw new Fault("DIRECTORY_UNUSABLE", `${directory}: the session cannot go there`);
    }
    if (link.directory !== directory) {
      this.forget();
      throw new Fault("DIRECTORY_UNUSABLE", notThere(directory));
    }
    this.#wanted = directory;
    this.#relocation = undefined; // the caller left it anyway
    this.now = { path: directory, name: reply.answer.cwd };
    return true;
  }

  /** Finds a session whose directory is gone another one. Returns whether it is in another one now. */
  async settle(link: BashLink, directory: string = this.#wanted): Promise<boolean> {
    if (directory !== this.#wanted || link.shell === undefined || link.directory === this.now.path) return false;
    await this.#sandbox.beforeInternalTurn();
    this.forget(); // if there is none
    const { place, cause } = await findRefuge(link, this.now, directory || this.#workingDir);
    this.#wanted = directory;
    this.#relocation = { from: this.#relocation?.from ?? this.now.name, to: place.name, cause };
    this.now = place;
    return true;
  }
}

type Refuge = { readonly place: StartDirectory; readonly cause: Relocation["cause"] };

/** Finds bash another directory when the kernel says that its own is gone: the same path, if it leads to one again. */
async function findRefuge(link: BashLink, from: StartDirectory, workingDir: string): Promise<Refuge> {
  const { directory } = link;
  if (directory !== undefined) return { place: { path: directory, name: directory }, cause: "elsewhere" };
  for (const refuge of refuges(from, workingDir)) {
    const name = await enter(link, refuge);
    if (name !== undefined)
      return { place: { path: refuge.path, name }, cause: refuge.path === from.path ? "made-anew" : "deleted" };
  }
  throw new Fault("DIRECTORY_UNUSABLE", notThere(workingDir));
}

/** Best first. None lies above the working directory: a session never leaves it by itself. */
function refuges(from: StartDirectory, workingDir: string): readonly StartDirectory[] {
  const paths = [from.path];
  for (let path = from.path; path !== workingDir && isInside(path, workingDir); ) {
    path = dirname(path);
    paths.push(path);
  }
  return [from, ...[...paths, workingDir].map((path) => ({ path, name: path }))];
}

/** What bash calls the directory; undefined when bash cannot go there, or a link took it elsewhere. */
async function enter(link: BashLink, { path, name }: StartDirectory): Promise<string | undefined> {
  const reply = await link.ask({ kind: "cd", directory: name });
  const isThere = reply.kind === "answer" && reply.answer.status === 0 && link.directory === path;
  return isThere ? reply.answer.cwd : undefined;
}
