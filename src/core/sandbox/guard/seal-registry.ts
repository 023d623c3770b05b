import { lstatSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { isInside } from "../../files/path-inside.ts";
import { TrackedFile } from "../../files/tracked-file.ts";
import type { Seal } from "../view/seal.ts";

type Known = { readonly seal: Seal; readonly identity: string; readonly place: string; readonly followed: TrackedFile };

/** Everything in a workspace that is to be sealed while it is what it was, by path. */
export class SealRegistry {
  readonly #workspace: string;
  readonly #known = new Map<string, Known>();
  /** What was moved to where no path leads. */
  readonly #lost = new Map<TrackedFile, Seal>();
  readonly #replaced: string[] = [];
  #changed = false;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  has(path: string): boolean {
    return this.#known.has(path);
  }

  add(path: string, as: Seal["as"]): void {
    const [identity, place] = [identityOf(path), identityOf(dirname(path))];
    if (identity === undefined || place === undefined) return;
    const known = this.#known.get(path);
    if (known?.identity === identity && known.seal.as === as && known.place === place) return;
    const followed = TrackedFile.at(path);
    if (followed === undefined) return;
    known?.followed.close();
    this.#known.set(path, { seal: { path, as }, identity, place, followed });
    this.#changed = true;
  }

  /** Something that has to be sealed and cannot be, by the path it had. */
  get lost(): string | undefined {
    return [...this.#lost.values()][0]?.path;
  }

  /** Outer directories first. */
  list(): readonly Seal[] {
    return [...this.#known.values()].map(({ seal }) => seal).sort((a, b) => a.path.length - b.path.length);
  }

  /** Whether something has to be sealed that was not when this was last asked. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** What was replaced in its directory, or taken out of it, since this was last asked. */
  takeReplaced(): readonly string[] {
    return this.#replaced.splice(0);
  }

  /** Something that is sealed has to be looked into. */
  markChanged(): void {
    this.#changed = true;
  }

  /**
   * What is gone is forgotten: whoever makes it again makes something new. What was replaced in the same directory has lost
   * its mount and is sealed again. What lies in another directory than it did is another thing under an old name, because a
   * directory above it was moved away: it is forgotten as well, and returned; and what was moved with that directory is
   * sealed where it went, because not every place is searched.
   */
  refresh(): readonly string[] {
    const displaced: string[] = [];
    const lost = [...this.#lost];
    this.#lost.clear();
    for (const [followed, seal] of lost) this.#follow(followed, seal);
    for (const [path, { seal, identity, place, followed }] of this.#known) {
      const now = identityOf(path);
      const isInPlace = identityOf(dirname(path)) === place;
      if (now === identity && isInPlace) continue;
      this.#known.delete(path);
      this.#follow(followed, seal);
      if (now !== undefined && !isInPlace) displaced.push(path);
      else if (now !== undefined && !isLink(path)) this.add(path, seal.as);
      if (isInPlace) this.#replaced.push(path);
    }
    return displaced.sort((a, b) => a.length - b.length);
  }

  close(): void {
    for (const followed of [...this.#lost.keys(), ...[...this.#known.values()].map((known) => known.followed)])
      followed.close();
    this.#lost.clear();
    this.#known.clear();
  }

  /** A seal cannot be renamed by commands; what bears another name now was given it by a person. */
  #follow(followed: TrackedFile, seal: Seal): void {
    const where = followed.whereabouts();
    if (where === "beyond") {
      this.#lost.set(followed, seal);
      return;
    }
    followed.close();
    if (where === "deleted" || where.path === seal.path || basename(where.path) !== basename(seal.path)) return;
    if (isInside(where.path, this.#workspace)) this.add(where.path, seal.as);
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A file system may give a new file the number of one that was just deleted, but not its time of birth. */
function identityOf(path: string): string | undefined {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino}/${stat.birthtimeMs}`;
}
