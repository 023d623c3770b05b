import { basename, dirname, join, resolve } from "node:path";
import type { Steps } from "../../../base/slices.ts";
import { gitDirectoryNamedBy } from "../../../files/git-pointer.ts";
import { kindIn } from "../../../files/kind-at.ts";
import { untrustedNamesIn } from "../../../files/list-untrusted.ts";
import { isInside } from "../../../files/path-inside.ts";
import { readUntrusted, readUntrustedBytes } from "../../../files/read-untrusted.ts";
import { DirectoryChanges } from "./directory-changes.ts";
import { gitlinksIn } from "./gitlinks.ts";
import { isSkipped, submodulePointers, type WorkspaceFinds } from "./workspace-scan.ts";
import type { WorkspaceSearch } from "./workspace-search.ts";

/** No index of a repository that people work with is larger. */
const INDEX_BYTES = 256 * 1024 * 1024;
const POINTER_BYTES = 8192;

/**
 * Repositories to which another file leads, and not the tree: git directories that a `.git` file names, and submodules
 * in trees that the search skips, which an index names. The user's git goes there and obeys the settings that it finds,
 * and a command may have put them there.
 */
export class LinkedRepositories {
  readonly #workspace: string;
  readonly #search: WorkspaceSearch;
  readonly #changes = new DirectoryChanges();
  readonly #indexes = new Map<string, readonly string[]>();
  /** Where the submodules of each repository must lie. They need not be there yet. */
  readonly #places = new Map<string, readonly string[]>();

  constructor(workspace: string, search: WorkspaceSearch) {
    this.#workspace = workspace;
    this.#search = search;
  }

  /**
   * Goes on where `.git` files and indexes lead, until nothing is new. One look follows each of them once: where it leads
   * to a file, or to what a command takes away meanwhile, the search forgets the place and would call it new for ever.
   */
  *look(onFound: (finds: WorkspaceFinds) => void): Steps<void> {
    const followed = new Set<string>();
    const isNew = (path: string, role: "store" | "tree"): boolean => {
      if (followed.has(path)) return false;
      followed.add(path);
      return this.#search.enter(path, role);
    };
    for (let only = [""]; only.length > 0; ) {
      const finds = this.#search.finds();
      only = this.#stores(finds).filter((path) => isNew(path, "store"));
      only.push(...this.#submodules(finds).filter((path) => isNew(path, "tree")));
      yield* this.#search.sweep({ onFound, only });
    }
  }

  /** The git directories in the workspace that a `.git` file names. */
  #stores({ gitPointers, gitDirectories }: WorkspaceFinds): string[] {
    const known = new Set(gitDirectories);
    return gitPointers
      .filter((pointer) => !known.has(pointer))
      .map((pointer) => gitDirectoryNamedBy(pointer) ?? "")
      .filter((path) => isInside(path, this.#workspace) && !known.has(path));
  }

  /** The submodules in skipped trees that are there now. */
  #submodules(finds: WorkspaceFinds): readonly string[] {
    for (const git of finds.gitDirectories) {
      // An index that is split names its other part, and changes with the name.
      if (!this.#changes.takeAny(this.#indexes.get(git) ?? [join(git, "index")])) continue;
      const indexes = indexesOf(git);
      this.#indexes.set(git, indexes);
      const links = indexes.flatMap((index) => gitlinksIn(readUntrustedBytes(index, INDEX_BYTES)?.bytes ?? NONE));
      const skipped = links.filter((path) => path.split("/").some(isSkipped));
      const tops = skipped.length === 0 ? [] : topsOf(git, finds);
      this.#places.set(
        git,
        tops.flatMap((top) => skipped.map((path) => join(top, path))),
      );
    }
    return [...this.#places.values()].flat().filter((place) => this.#isThere(place));
  }

  #isThere(place: string): boolean {
    return isInside(place, this.#workspace) && kindIn(this.#workspace, place) === "directory";
  }
}

const NONE = Buffer.alloc(0);

/** The index of a repository, and those that it may be split into. */
const indexesOf = (git: string): string[] =>
  untrustedNamesIn(git)
    .filter((name) => name === "index" || name.startsWith("sharedindex."))
    .map((name) => join(git, name));

/** The work trees that a git directory may be of. */
function topsOf(git: string, { gitPointers }: WorkspaceFinds): readonly string[] {
  if (basename(git) === ".git") return [dirname(git)];
  const worktree = readUntrusted(join(git, "gitdir"), POINTER_BYTES)?.trim();
  const pointers = [
    ...(worktree === undefined ? [] : [resolve(git, worktree)]),
    ...submodulePointers(git),
    ...gitPointers.filter((pointer) => gitDirectoryNamedBy(pointer) === git),
  ];
  return [...new Set(pointers.map((pointer) => dirname(pointer)))];
}
