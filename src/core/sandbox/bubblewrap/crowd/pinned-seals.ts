import { statAt } from "../../../files/kind-at.ts";
import { isInside } from "../../../files/path-inside.ts";
import type { Seal } from "../../view/seal.ts";

/** Tells a seal from one of another file at its path. */
const keyOf = ({ path, as, inode = 0 }: Seal): string => `${as} ${inode} ${path}`;

/** Whether the file that was found is still there. */
const isStill = ({ path, inode }: Seal): boolean => inode === undefined || statAt(path)?.ino === inode;

/**
 * Knows what is sealed in every shell. No command can move or remove that, so bubblewrap finds it where it was found. The
 * rest may be gone, or a link to elsewhere, when bubblewrap comes to it, and bubblewrap would end, follow the link or
 * make a file of that name: it is sealed by descriptor when the shell stands.
 */
export class PinnedSeals {
  /** By path. */
  readonly #keys = new Map<string, string>();

  /** These seals lie in shells now, but for some paths. `isAll`: there is no other shell in which a command runs. */
  add(seals: readonly Seal[], missing: readonly string[], isAll: boolean): void {
    if (isAll) {
      this.#keys.clear();
      for (const seal of seals) this.#keys.set(seal.path, keyOf(seal));
    }
    this.lift(missing);
  }

  /** These paths are not sealed any more. */
  lift(paths: readonly string[]): void {
    for (const path of paths) this.#keys.delete(path);
  }

  /**
   * Those that bubblewrap can lay. `isEmpty`: no command runs in any shell. One below another that is laid later is laid
   * later, too: it would be covered.
   */
  among(seals: readonly Seal[], isEmpty: boolean): readonly Seal[] {
    const isPinned = (seal: Seal): boolean => (isEmpty || this.#keys.get(seal.path) === keyOf(seal)) && isStill(seal);
    const loose = seals.filter((seal) => !isPinned(seal));
    return loose.length === 0 ? seals : seals.filter(({ path }) => !loose.some((outer) => isInside(path, outer.path)));
  }
}
