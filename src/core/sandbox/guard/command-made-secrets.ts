import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/list-untrusted.ts";
import { HIDDEN_FILE_NAME } from "../../knowledge/secret-places.ts";

/**
 * Knows which secret files in a workspace commands wrote themselves: what a command wrote is no secret from commands. But
 * what a person then fills in is, also when a command made the file.
 */
export class CommandMadeSecrets {
  readonly #workspace: string;
  /** When each was last changed by a command. */
  readonly #stamps = new Map<string, number>();
  #names: readonly string[] = [];

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** After a command: those that are there now are as commands left them. */
  rememberAll(hasNew: boolean): void {
    for (const path of this.#look(hasNew)) {
      const stamp = stampOf(path);
      if (stamp === undefined) this.#stamps.delete(path);
      else this.#stamps.set(path, stamp);
    }
  }

  /** Before a command: those that are new, or not as commands left them. */
  notAsLeft(hasNew: boolean): readonly string[] {
    return this.#look(hasNew).filter((path) => {
      const stamp = stampOf(path);
      return stamp !== undefined && stamp !== this.#stamps.get(path);
    });
  }

  /** The directory is read again only when names came or went in it. */
  #look(hasNew: boolean): readonly string[] {
    if (hasNew) this.#names = namesIn(this.#workspace).filter((name) => HIDDEN_FILE_NAME.test(name));
    return this.#names.map((name) => join(this.#workspace, name));
  }
}

function stampOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.ctimeMs : undefined;
}
