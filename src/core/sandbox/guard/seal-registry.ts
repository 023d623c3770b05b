import { basename, dirname } from "node:path";
import { wallMs } from "../../base/clock.ts";
import { statAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { TrackedFile } from "../../files/tracked-file.ts";
import type { Seal } from "../view/seal.ts";
import { type Followed, letGo, type SealMounts, whereaboutsOf } from "./followed-seal.ts";

type Known = {
  readonly seal: Seal;
  readonly identity: string;
  readonly place: string;
  /** Whether a command made the file, as far as that is sure. */
  readonly isMade: boolean;
  followed: Followed;
};

/** Who made what is sealed; "user, if new": the one who had made it when it was sealed first. */
export type Maker = "user" | "commands" | "user, if new";

/**
 * So many files that commands made are followed by descriptor, so that none can use up the host's. More of them are
 * followed once they have a mount; one that is moved before is new to the next look.
 */
const MOST_TRACKED = 96;

/** The seals of a workspace by path, and how to tell whether each path still holds the same file. */
export class SealRegistry {
  readonly #workspace: string;
  readonly #known = new Map<string, Known>();
  /** The paths of the seals by the directory they lie in. */
  readonly #inDirectory = new Map<string, Set<string>>();
  /** Files that were moved to where no path leads. */
  readonly #lost: { readonly followed: Followed; readonly seal: Seal }[] = [];
  /** How many are followed by descriptor. */
  #tracked = 0;
  /** Whether what is added is followed at once. */
  #follows: boolean;
  #mounts: SealMounts | undefined;
  /** Where the mounts are, during one refresh. */
  #paths: ReadonlyMap<string, string> | undefined;
  readonly #replaced: string[] = [];
  readonly #forgotten: string[] = [];
  /** Paths whose seals must not lie for a while. */
  readonly #lifted = new Set<string>();
  /** What is older no command made. */
  readonly #startedMs = wallMs();
  #changed = false;
  #version = 0;
  #listed: { readonly version: number; readonly seals: readonly Seal[] } | undefined;

  /** `follows`: whether a file is followed from the moment it is added; else from the first `follow` on. */
  constructor(workspace: string, follows = true) {
    this.#workspace = workspace;
    this.#follows = follows;
  }

  /** Another number whenever the seals are others, or one may be of another file: then mounts are looked at anew. */
  get version(): number {
    return this.#version;
  }

  /** Call when names came or went in directories that hold sealed files. */
  outdate(): void {
    this.#version++;
  }

  has(path: string): boolean {
    return this.#known.has(path);
  }

  add(path: string, as: Seal["as"], by: Maker = "user"): void {
    const [identity, place] = [identityOf(path), identityOf(dirname(path))];
    if (identity === undefined || place === undefined) return;
    const known = this.#known.get(path);
    const isMade = isCommands(by, known?.isMade) && bornMs(identity) >= this.#startedMs;
    if (known !== undefined && isSame(known, { as, identity, place, isMade })) return;
    const followed = this.#follows ? this.#track(path, isMade) : undefined;
    if (this.#follows && followed === undefined && statAt(path) === undefined) return;
    this.#letGo(known?.followed);
    const inode = Number.parseInt(identity, 10);
    this.#known.set(path, { seal: { path, as, inode }, identity, place, isMade, followed });
    this.#inDirectory.set(dirname(path), (this.#inDirectory.get(dirname(path)) ?? new Set()).add(path));
    this.#note();
  }

  /** Fixes a repository in its place and seals what must not change in it. */
  addRepository(gitDirectory: string, closed: readonly string[], by: Maker): void {
    this.add(gitDirectory, "fixed", by);
    for (const path of closed) this.add(path, "read-only", by);
  }

  /** Seals a file and fixes the directories that lead to it: the file is found by its path. */
  addWithWay(path: string): void {
    this.add(path, "read-only");
    for (let way = dirname(path); way !== this.#workspace && isInside(way, this.#workspace); way = dirname(way))
      if (!this.has(way)) this.add(way, "fixed");
  }

  /** The former path of a file that must be sealed and cannot be. */
  get lost(): string | undefined {
    return this.#lost[0]?.seal.path;
  }

  /** The seals, outer directories first. */
  list(): readonly Seal[] {
    if (this.#listed?.version !== this.#version) {
      const seals = [...this.#known.values()]
        .map(({ seal }) => seal)
        .filter(({ path }) => !this.#lifted.has(path))
        .sort((a, b) => a.path.length - b.path.length);
      this.#listed = { version: this.#version, seals };
    }
    return this.#listed.seals;
  }

  /** The seals of what commands made. */
  made(): readonly Seal[] {
    return [...this.#known.values()].flatMap(({ seal, isMade }) => (isMade ? [seal] : []));
  }

  /** From now on these seals are not listed, until `lower`. Returns their paths, inner ones first. */
  lift(paths: readonly string[]): readonly string[] {
    for (const path of paths) {
      const known = this.#known.get(path);
      if (known === undefined) continue;
      // Its mount will be gone, also that of the keeper.
      if (!(known.followed instanceof TrackedFile)) known.followed = this.#track(path, known.isMade);
      this.#lifted.add(path);
    }
    this.#version++;
    return [...this.#lifted].sort((a, b) => b.length - a.length);
  }

  lower(): void {
    this.#lifted.clear();
    this.#note();
  }

  /** The directories that hold sealed files. */
  directories(): Iterable<string> {
    return this.#inDirectory.keys();
  }

  /** Whether the seals have changed since the last call, or something that is sealed must be looked into. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  /** Paths that were replaced in their directory, or removed from it, since the last call. */
  takeReplaced(): readonly string[] {
    return this.#replaced.splice(0);
  }

  /** Paths at which nothing is sealed any more, since the last call. */
  takeForgotten(): readonly string[] {
    return this.#forgotten.splice(0).filter((path) => !this.#known.has(path));
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
   * place. Looks only at the paths of the directories in scope, if one is given.
   */
  refresh(scope?: Iterable<string>): readonly string[] {
    const displaced: string[] = [];
    this.#paths = undefined;
    for (const { followed, seal } of this.#lost.splice(0)) this.#trace(followed, seal, "user");
    const places = new Map<string, string | undefined>();
    for (const path of this.#pathsIn(scope)) {
      const known = this.#known.get(path);
      if (known === undefined) continue;
      const { seal, identity, place, followed } = known;
      const by = known.isMade ? "commands" : "user";
      const directory = dirname(path);
      const now = identityOf(path);
      if (!places.has(directory)) places.set(directory, identityOf(directory));
      const isInPlace = places.get(directory) === place;
      if (now === identity && isInPlace) continue;
      this.#forget(path);
      this.#trace(followed, seal, by);
      if (now !== undefined && !isInPlace) displaced.push(path);
      else if (now !== undefined && !isLink(path)) this.add(path, seal.as, by);
      if (isInPlace) this.#replaced.push(path);
    }
    return displaced.sort((a, b) => a.length - b.length);
  }

  /** Whether these mounts are of the keeper that files are followed by, or none is. */
  isFollowedBy(mounts: SealMounts | undefined): boolean {
    return this.#mounts === undefined || this.#mounts.paths === mounts?.paths;
  }

  /**
   * Follows each file by its mount where it has one: that costs no descriptor. The mounts of another keeper than before
   * are refused, and false returned, while a file is known by the former's alone: refresh first.
   */
  follow(mounts?: SealMounts): boolean {
    const isOther = !this.isFollowedBy(mounts);
    if (isOther && this.#lost.length > 0) return false;
    for (const [path, known] of this.#known) {
      const mount = mounts?.ids.get(path);
      const isNowhere = known.followed === undefined || (isOther && !(known.followed instanceof TrackedFile));
      if (mount === undefined && !isNowhere) continue;
      this.#letGo(known.followed);
      known.followed = mount === undefined ? this.#track(path, known.isMade) : { mount };
    }
    this.#follows = true;
    this.#mounts = mounts;
    return true;
  }

  close(): void {
    for (const { followed } of [...this.#lost, ...this.#known.values()]) this.#letGo(followed);
    this.#lost.length = 0;
    this.#known.clear();
    this.#inDirectory.clear();
  }

  *#pathsIn(scope: Iterable<string> | undefined): Iterable<string> {
    if (scope === undefined) yield* this.#known.keys();
    else for (const directory of scope) yield* this.#inDirectory.get(directory) ?? [];
  }

  #forget(path: string): void {
    this.#known.delete(path);
    this.#forgotten.push(path);
    const beside = this.#inDirectory.get(dirname(path));
    beside?.delete(path);
    if (beside?.size === 0) this.#inDirectory.delete(dirname(path));
    this.#note();
  }

  #track(path: string, isMade: boolean): TrackedFile | undefined {
    const tracked = isMade && this.#tracked >= MOST_TRACKED ? undefined : TrackedFile.at(path);
    if (tracked !== undefined) this.#tracked++;
    return tracked;
  }

  #letGo(followed: Followed): void {
    if (followed instanceof TrackedFile) this.#tracked--;
    letGo(followed);
  }

  #note(): void {
    this.#version++;
    this.#changed = true;
  }

  /** Commands cannot rename what is sealed: a file with another name was renamed by the user. */
  #trace(followed: Followed, seal: Seal, by: Maker): void {
    const where = whereaboutsOf(followed, () => (this.#paths ??= this.#mounts?.paths() ?? new Map()));
    if (where === "beyond") {
      this.#lost.push({ followed, seal });
      return;
    }
    this.#letGo(followed);
    if (where === "deleted" || where.path === seal.path || basename(where.path) !== basename(seal.path)) return;
    if (isInside(where.path, this.#workspace)) this.add(where.path, seal.as, by);
  }
}

const isLink = (path: string): boolean => statAt(path)?.isSymbolicLink() === true;

/** A file system may give a new file the inode number of a deleted one, but not its time of birth. */
function identityOf(path: string): string | undefined {
  const stat = statAt(path);
  return stat === undefined ? undefined : `${stat.ino}/${stat.birthtimeMs}`;
}

const bornMs = (identity: string): number => Number(identity.split("/")[1]);

/** What the user had once under a name stays the user's. */
const isCommands = (by: Maker, wasMade: boolean | undefined): boolean =>
  by === "commands" ? wasMade !== false : by !== "user" && wasMade === true;

type Found = Pick<Known, "identity" | "place" | "isMade"> & Pick<Seal, "as">;

const isSame = ({ seal, identity, place, isMade }: Known, found: Found): boolean =>
  seal.as === found.as && identity === found.identity && place === found.place && isMade === found.isMade;
