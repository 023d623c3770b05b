import { statSync } from "node:fs";
import { realPath } from "../../files/path-inside.ts";
import { directoryOf, type StartDirectory } from "../../files/working-directory.ts";
import type { Identity } from "../../process/identity.ts";
import { HAS_PROC } from "../../process/system/has-proc.ts";
import type { BashAnswer } from "../bash/answer.ts";

/**
 * Where a session's bash is: by the kernel's word, or by bash's own where the kernel shows nobody the directory of a
 * program that its user cannot read, or of none.
 */
export class BashPlace {
  readonly #shell: () => Identity | undefined;
  #isSeen = true;
  #said: { readonly path: string; readonly file: string | undefined; readonly isSure: boolean } | undefined;

  constructor(shell: () => Identity | undefined) {
    this.#shell = shell;
  }

  /** Looks what the kernel shows of a new bash. */
  begin(): void {
    const shell = this.#shell();
    this.#isSeen = HAS_PROC && shell !== undefined && directoryOf(shell.pid) !== undefined;
    this.#said = undefined;
  }

  /** Whether bash must say itself where it is. */
  get mustBeTold(): boolean {
    return !this.#isSeen;
  }

  note({ place }: BashAnswer): void {
    if (place !== undefined) this.#said = { ...place, file: fileAt(place.path) };
  }

  /** Undefined when bash or its directory is gone. */
  get directory(): string | undefined {
    const shell = this.#shell();
    if (shell === undefined) return undefined;
    if (this.#isSeen) return directoryOf(shell.pid);
    const said = this.#said;
    return said?.file !== undefined && said.file === fileAt(said.path) ? said.path : undefined;
  }

  /** Whether bash may be in another directory, which had this path before. bash alone can tell. */
  get isDoubtful(): boolean {
    return !this.#isSeen && this.#said?.isSure === false;
  }

  /**
   * Where bash is after a turn, when it really is in this directory. Its name for the directory counts only if it leads
   * there: bash may say anything.
   */
  of({ cwd }: BashAnswer, directory: string | undefined): StartDirectory {
    if (directory === undefined) return { path: realPath(cwd), name: cwd };
    const isTrue = directory === cwd || directory === realPath(cwd);
    return { path: directory, name: isTrue ? cwd : directory };
  }
}

/** What lies at a path, by its number on the disk. */
function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}/${ino}`;
  } catch {
    return undefined; // nothing, or nothing that can be looked at
  }
}
