import { type Dirent, lstatSync, opendirSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { wallMs } from "../../../base/clock.ts";
import type { Steps } from "../../../base/slices.ts";
import { codeOf } from "../../../base/system-error.ts";
import { commonGitDirectoryOf } from "../../../files/git-pointer.ts";
import { statAt } from "../../../files/kind-at.ts";
import { isInside } from "../../../files/path-inside.ts";
import { TICK_MS } from "./directory-changes.ts";
import { takeRights } from "./take-rights.ts";
import {
  addGitFinds,
  addInnerEntry,
  addTreeEntry,
  type DirectoryFinds,
  type DirectoryRole,
  GIT_PARTS,
  isGitDirectory,
  noFinds,
  submodulePointers,
  type WorkspaceFinds,
} from "./workspace-scan.ts";

/** What the search knows of one directory. */
type Known = {
  readonly role: DirectoryRole;
  /** Which directory it was, and when a name last came or went in it; no time when it must be read again. */
  ino: number;
  ctimeMs: number;
  enter: readonly string[];
};

export type SweepOptions = {
  /** Hears at once what lies in a directory that is new or has changed. */
  readonly onFound: (finds: WorkspaceFinds) => void;
  /** Whether to open a directory that a command closed. */
  readonly takesRights?: boolean;
  /** Looks only at these directories, and at what is new below them. */
  readonly only?: Iterable<string> | undefined;
};

/** What one sweep came upon. */
export type Swept = {
  /** Whether any directory was new, changed or gone. */
  hasChanged: boolean;
  /** Directories that it could not look into, and that a command may have closed. */
  readonly closed: string[];
  /** Directories to which it gave their owner the rights back. */
  readonly opened: string[];
};

/** How many names of a directory are read between two steps. */
const NAMES_PER_STEP = 500;

/** A directory and those above it, each of which may lack rights. */
const TRIES = 3;

/**
 * Finds in a workspace what a sandbox must treat specially, wherever it lies: no depth and no number of directories
 * ends the search. It remembers every directory, and a later sweep reads only those whose ctime has changed: a command
 * cannot make or move a name in a directory without changing it, and cannot set it back.
 */
export class WorkspaceSearch {
  readonly #known = new Map<string, Known>();
  /** What lies in the directories that hold something. */
  readonly #finds = new Map<string, DirectoryFinds>();
  /** All of it together, as long as none changed. */
  #all: WorkspaceFinds | undefined;
  #secrets: readonly string[] | undefined;
  readonly #unsearched = new Set<string>();
  readonly #startedMs: number;
  readonly #workspace: string;

  /** What changed before `startedMs` is no command's. */
  constructor(workspace: string, startedMs: number = wallMs()) {
    this.#workspace = workspace;
    this.#startedMs = startedMs;
    this.enter(workspace, "tree");
    const common = commonGitDirectoryOf(workspace);
    if (common !== undefined) this.enter(common, "git");
  }

  /** How many directories a sweep looks at. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * Directories that nobody can look into, and that no command closed: they belong to another user, were closed before
   * the first command, or lie where no path leads.
   */
  get unsearched(): readonly string[] {
    return [...this.#unsearched];
  }

  /** Whether there are directories whose names cannot be passed back to the kernel. */
  get hasUnnameable(): boolean {
    return [...this.#finds.values()].some(({ hasUnnameable }) => hasUnnameable);
  }

  /** Has the next sweep look at a directory, wherever it lies. Returns whether that is new. */
  enter(path: string, role: DirectoryRole): boolean {
    const known = this.#known.get(path)?.role;
    if (known === role || (known === "store" && role === "tree")) return false;
    this.#known.delete(path); // it goes to the end, where a sweep that runs still finds it
    this.#known.set(path, { role, ino: 0, ctimeMs: 0, enter: [] });
    return true;
  }

  /** The files that a command may not read, as far as the last sweep saw. */
  secrets(): readonly string[] {
    this.#secrets ??= [...this.#finds.values()].flatMap(({ secret }) => secret);
    return this.#secrets;
  }

  /** Everything that was found and is still there, as far as the last sweep saw. The same object while it is the same. */
  finds(): WorkspaceFinds {
    if (this.#all !== undefined) return this.#all;
    const all = noFinds();
    for (const finds of this.#finds.values()) addTo(all, finds);
    const known = new Set(all.gitPointers);
    const submodules = all.gitDirectories.filter(isOfSubmodule);
    const others = submodules.flatMap(submodulePointers).filter((pointer) => !known.has(pointer));
    all.gitPointers.push(...others);
    all.guarded.push(...others);
    // The pointer of a submodule may come and go where no sweep looks.
    if (submodules.length === 0) this.#all = all;
    return all;
  }

  /** Looks at every directory that is known, and into those that changed. */
  *sweep({ onFound, takesRights = false, only }: SweepOptions): Steps<Swept> {
    const swept: Swept = { hasChanged: false, closed: [], opened: [] };
    const paths = only === undefined ? undefined : new Set(only);
    // A set and a map are gone through to the end of what is added meanwhile.
    for (const path of paths ?? this.#known.keys()) {
      yield;
      const known = this.#known.get(path);
      if (known === undefined || !(yield* this.#hasChanged(path, known, { swept, onFound, takesRights }))) continue;
      swept.hasChanged = true;
      for (const inner of known.enter) paths?.add(inner);
    }
    return swept;
  }

  /** Reads one directory if it has changed; returns whether it has. */
  *#hasChanged(
    path: string,
    known: Known,
    { swept, onFound, takesRights }: Required<Omit<SweepOptions, "only">> & { readonly swept: Swept },
  ): Steps<boolean> {
    for (let tries = 0; ; tries++) {
      try {
        const stat = statAt(path);
        if (known.ctimeMs === stat?.ctimeMs && known.ino === stat.ino) return false;
        if (stat?.isDirectory() !== true) this.#forget(path);
        else yield* this.#read(path, known, { stat, onFound });
        return true;
      } catch (error) {
        known.ctimeMs = 0;
        if (codeOf(error) === "ENOENT") return true; // it went while it was looked at
        if (codeOf(error) === "ENAMETOOLONG" || !this.#canBeACommands(path)) {
          this.#unsearched.add(path);
          return false;
        }
        if (tries < TRIES && takesRights && this.#isOpened(path, swept)) continue;
        swept.closed.push(path);
        return true;
      }
    }
  }

  *#read(
    path: string,
    known: Known,
    { stat, onFound }: Pick<SweepOptions, "onFound"> & { readonly stat: Stats },
  ): Steps<void> {
    const found = noFinds();
    if (known.role === "inner") found.between.push(path);
    const names = new Set<string>();
    if (known.role !== "git") {
      const add = known.role === "inner" ? addInnerEntry : addTreeEntry;
      yield* eachEntry(path, (entry) => {
        add(path, entry, found);
        if (GIT_PARTS.has(entry.name)) names.add(entry.name);
      });
    }
    const isGit = known.role === "tree" ? isGitDirectory(names) : known.role !== "inner";
    if (isGit) addGitFinds(path, found);
    for (const gone of known.enter) if (!found.enter.has(gone)) this.#forget(gone);
    for (const [inner, role] of found.enter) this.enter(inner, role);
    known.enter = [...found.enter.keys()];
    known.ino = stat.ino;
    // The kernel's clock for file times ticks every few milliseconds: a change in the same tick has this time too.
    known.ctimeMs = wallMs() - stat.ctimeMs > TICK_MS ? stat.ctimeMs : 0;
    this.#unsearched.delete(path);
    if (isEmpty(found)) this.#drop(path);
    else {
      this.#finds.set(path, found);
      this.#outdate();
      onFound(found);
    }
  }

  /** Gives the rights to the directory, or to the one above it, back to their owner. */
  #isOpened(path: string, { opened }: Swept): boolean {
    const place = [dirname(path), path].find((one) => takeRights(one, (ctimeMs) => this.#isNew(ctimeMs)));
    if (place !== undefined) opened.push(place);
    return place !== undefined;
  }

  /** Whether a command may have closed it: commands cannot touch what another user owns, nor what is older than they. */
  #canBeACommands(path: string): boolean {
    for (let way = path; isInside(way, this.#workspace); way = dirname(way)) {
      try {
        const { uid, ctimeMs } = lstatSync(way);
        return uid === process.geteuid?.() && this.#isNew(ctimeMs);
      } catch {
        continue; // closed by one above it
      }
    }
    return true;
  }

  #isNew(ctimeMs: number): boolean {
    return ctimeMs >= this.#startedMs - TICK_MS;
  }

  #drop(path: string): void {
    if (this.#finds.delete(path)) this.#outdate();
  }

  #outdate(): void {
    this.#all = undefined;
    this.#secrets = undefined;
  }

  #forget(path: string): void {
    if (path === this.#workspace) return;
    const gone = [path];
    for (let inner = gone.pop(); inner !== undefined; inner = gone.pop()) {
      gone.push(...(this.#known.get(inner)?.enter ?? []));
      this.#known.delete(inner);
      this.#drop(inner);
      this.#unsearched.delete(inner);
    }
  }
}

/** Whether it is the git directory of a submodule, by its path. */
const isOfSubmodule = (gitDirectory: string): boolean => gitDirectory.includes("/.git/modules/");

const LISTS = ["gitDirectories", "between", "gitPointers", "guarded", "secret", "links"] as const;

const isEmpty = (finds: DirectoryFinds): boolean =>
  !finds.hasUnnameable && LISTS.every((list) => finds[list].length === 0);

function addTo(all: DirectoryFinds, finds: DirectoryFinds): void {
  for (const list of LISTS) all[list].push(...finds[list]);
}

/** Reads a directory in steps: a command may have put any number of names into it. */
function* eachEntry(path: string, onEntry: (entry: Dirent) => void): Steps<void> {
  const directory = opendirSync(path, { bufferSize: NAMES_PER_STEP });
  try {
    for (let count = 1; ; count++) {
      const entry = directory.readSync();
      if (entry === null) return;
      onEntry(entry);
      if (count % NAMES_PER_STEP === 0) yield;
    }
  } finally {
    directory.closeSync();
  }
}
