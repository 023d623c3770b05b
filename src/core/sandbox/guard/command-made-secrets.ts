import { statAt } from "../../files/kind-at.ts";

/**
 * Knows which secret files in a workspace commands wrote: those need not be hidden from commands. A file that the user
 * changes afterwards must be, also when a command made it.
 */
export class CommandMadeSecrets {
  /** When a command last changed each file. */
  readonly #stamps = new Map<string, number>();

  /** Call after a command: the secret files that exist now are as commands left them. */
  rememberAll(paths: readonly string[]): void {
    for (const path of paths) {
      const stamp = stampOf(path);
      if (stamp === undefined) this.#stamps.delete(path);
      else this.#stamps.set(path, stamp);
    }
  }

  /** Call before a command: returns the secret files that are new, or not as commands left them. */
  notAsLeft(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => {
      const stamp = stampOf(path);
      return stamp !== undefined && stamp !== this.#stamps.get(path);
    });
  }
}

function stampOf(path: string): number | undefined {
  const stat = statAt(path);
  return stat?.isFile() === true ? stat.ctimeMs : undefined;
}
