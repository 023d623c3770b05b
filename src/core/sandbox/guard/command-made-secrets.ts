import { lstatSync } from "node:fs";
import { join } from "node:path";
import { untrustedNamesIn } from "../../files/list-untrusted.ts";
import { HIDDEN_FILE_NAME } from "../../knowledge/secret-places.ts";

/**
 * Knows which secret files in a workspace commands wrote: those need not be hidden from commands. A file that the user
 * changes afterwards must be, also when a command made it.
 */
export class CommandMadeSecrets {
  readonly #workspace: string;
  /** When a command last changed each file. */
  readonly #stamps = new Map<string, number>();
  #names: readonly string[] = [];

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Call after a command: the secret files that exist now are as commands left them. */
  rememberAll(hasNew: boolean): void {
    for (const path of this.#look(hasNew)) {
      const stamp = stampOf(path);
      if (stamp === undefined) this.#stamps.delete(path);
      else this.#stamps.set(path, stamp);
    }
  }

  /** Call before a command: returns the secret files that are new, or not as commands left them. */
  notAsLeft(hasNew: boolean): readonly string[] {
    return this.#look(hasNew).filter((path) => {
      const stamp = stampOf(path);
      return stamp !== undefined && stamp !== this.#stamps.get(path);
    });
  }

  /** Reads the directory again only when names came or went in it. */
  #look(hasNew: boolean): readonly string[] {
    if (hasNew) this.#names = untrustedNamesIn(this.#workspace).filter((name) => HIDDEN_FILE_NAME.test(name));
    return this.#names.map((name) => join(this.#workspace, name));
  }
}

function stampOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.ctimeMs : undefined;
}
