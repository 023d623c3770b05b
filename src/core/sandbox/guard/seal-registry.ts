import { lstatSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { isInside } from "../../files/path-inside.ts";
import { TrackedFile } from "../../files/tracked-file.ts";
import type { Seal } from "../view/seal.ts";

type Known = { readonly seal: Seal; readonly identity: string; readonly place: string; readonly followed: TrackedFile };

/** The seals of a workspace by path, and how to tell whether each path still holds the same file. */
export class SealRegistry {
  readonly #workspace: string;
  readonly #known = new Map<string, Known>();
  /** Files that were moved to where no path leads. */
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

  /** Seals a file and fixes the directories that lead to it: the file is found by its path. */
  addWithWay(path: string): void {
    this.add(path, "read-only");
    for (let way = dirname(path); way !== this.#workspace && isInside(way, this.#workspace); way = dirname(way))
      if (!this.has(way)) this.add(way, "fixed");
  }

  /** The former path of a file that must be sealed and cannot be. */
  get lost(): string | undefined {
    return [...this.#lost.values()][0]?.path;
  }

  /** The seals, outer directories first. */
  list(): readonly Seal[] {
    return [...this.#known.values()].map(({ seal }) => seal).sort((a, b) => a.path.length - b.path.length);
  }

  /** Whether something new must be sealed since the last call. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** Paths that were replaced in their directory, or removed from it, since the last call. */
  takeReplaced(): readonly string[] {
    return this.#replaced.splice(0);
  }

  /** Call when something that is sealed must be looked into. */
  markChanged(): void {
    this.#changed = true;
  }

  /**
   * Brings the registry up to date. A file that is gone is forgotten: a file that takes its name later is new. A file
   * that was replaced in the same directory has lost its mount and is sealed again. A path whose directory is another
   * one than before, because a directory above was moved, holds another file under an old name: it is forgotten and
   * returned. The file that moved with its directory is sealed where it went, because a scan does not search every
   * place. Looks only at the paths of the directories in scope.
   */
  refresh(isInScope: (directory: string) => boolean = () => true): readonly string[] {
    const displaced: string[] = [];
    const lost = [...this.#lost];
    this.#lost.clear();
    for (const [followed, seal] of lost) this.#follow(followed, seal);
    const places = new Map<string, string | undefined>();
    for (const [path, { seal, identity, place, followed }] of this.#known) {
      const directory = dirname(path);
      if (!isInScope(directory)) continue;
      const now = identityOf(path);
      if (!places.has(directory)) places.set(directory, identityOf(directory));
      const isInPlace = places.get(directory) === place;
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

  /** Commands cannot rename what is sealed: a file with another name was renamed by the user. */
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

/** A file system may give a new file the inode number of a deleted one, but not its time of birth. */
function identityOf(path: string): string | undefined {
  const stat: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino}/${stat.birthtimeMs}`;
}
