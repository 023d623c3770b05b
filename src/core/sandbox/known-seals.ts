import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import type { Seal } from "./seal.ts";

type Known = { readonly seal: Seal; readonly identity: string; readonly place: string };

/** Everything in a workspace that is to be sealed while it is what it was, by path. */
export class KnownSeals {
  readonly #known = new Map<string, Known>();
  #news = false;

  has(path: string): boolean {
    return this.#known.has(path);
  }

  add(path: string, as: Seal["as"]): void {
    const [identity, place] = [identityOf(path), identityOf(dirname(path))];
    if (identity === undefined || place === undefined) return;
    const known = this.#known.get(path);
    if (known?.identity === identity && known.seal.as === as && known.place === place) return;
    this.#known.set(path, { seal: { path, as }, identity, place });
    this.#news = true;
  }

  /** Outer directories first. */
  list(): readonly Seal[] {
    return [...this.#known.values()].map(({ seal }) => seal).sort((a, b) => a.path.length - b.path.length);
  }

  /** Whether something has to be sealed that was not when this was last asked. */
  takeNews(): boolean {
    const news = this.#news;
    this.#news = false;
    return news;
  }

  /** Something that is sealed has to be looked into. */
  tell(): void {
    this.#news = true;
  }

  /**
   * What is gone is forgotten: whoever makes it again makes something new. What was replaced in the same directory has lost
   * its mount and is sealed again. What lies in another directory than it did is another thing under an old name, because a
   * directory above it was moved away: it is forgotten as well, and returned.
   */
  refresh(): readonly string[] {
    const displaced: string[] = [];
    for (const [path, { seal, identity, place }] of this.#known) {
      const now = identityOf(path);
      const isInPlace = identityOf(dirname(path)) === place;
      if (now === identity && isInPlace) continue;
      this.#known.delete(path);
      if (now !== undefined && !isInPlace) displaced.push(path);
      else if (now !== undefined && !isLink(path)) this.add(path, seal.as);
    }
    return displaced.sort((a, b) => a.length - b.length);
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A file system may give a new file the number of one that was just deleted, but not its time of birth. */
function identityOf(path: string): string | undefined {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino}/${stat.birthtimeMs}`;
}
