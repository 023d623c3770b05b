import { dirname } from "node:path";
import { isInside } from "../../../files/path-inside.ts";

/** The git directories that the guard watches over, and the directories in the workspace that hold them. */
export class KnownRepositories {
  readonly #workspace: string;
  readonly #gitDirectories = new Set<string>();
  readonly #tops = new Set<string>();
  #version = 0;

  constructor(workspace: string) {
    this.#workspace = workspace;
    this.#tops.add(workspace);
  }

  /** Another number whenever they are others. */
  get version(): number {
    return this.#version;
  }

  get gitDirectories(): ReadonlySet<string> {
    return this.#gitDirectories;
  }

  /** The workspace is always one of them. */
  get tops(): ReadonlySet<string> {
    return this.#tops;
  }

  add(gitDirectory: string): void {
    if (this.#gitDirectories.has(gitDirectory)) return;
    this.#version++;
    this.#gitDirectories.add(gitDirectory);
    const top = dirname(gitDirectory);
    if (isInside(top, this.#workspace)) this.#tops.add(top);
  }

  /** Returns whether it was one. A directory that still holds another stays a top. */
  delete(gitDirectory: string): boolean {
    if (!this.#gitDirectories.delete(gitDirectory)) return false;
    this.#version++;
    const top = dirname(gitDirectory);
    const isStillTop = [...this.#gitDirectories].some((other) => dirname(other) === top);
    if (top !== this.#workspace && !isStillTop) this.#tops.delete(top);
    return true;
  }
}
