import { type Dirent, existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { commonGitDirectoryOf } from "../../files/git-pointer.ts";
import { realKindAt } from "../../files/kind-at.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import { HIDDEN_FILE_NAME } from "../../knowledge/secret-places.ts";

/**
 * What lies in a workspace that a sandbox must treat specially. The scan follows no links, and lists none but in
 * `links`.
 */
export type WorkspaceScan = {
  /** Git directories. They become mount points, because a command could rename one to get at what is guarded in it. */
  readonly gitDirectories: readonly string[];
  /** Directories between a git directory and those in it; they become mount points for the same reason. */
  readonly between: readonly string[];
  /** Every `.git` that is not a link. */
  readonly gitPointers: readonly string[];
  /** Existing paths that a command may read but not change. */
  readonly guarded: readonly string[];
  /** Existing files that a command may not read. */
  readonly secret: readonly string[];
  /** Guarded names that are links: a link cannot be sealed, so the guard leaves these alone. */
  readonly links: readonly string[];
  /** False when the tree was too large to see all of it. */
  readonly complete: boolean;
};

/** Trees of third-party code: too large to walk, and the user's tools do not look there. */
const SKIPPED = new Set([
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".hg",
  ".svn",
  ".cache",
  "target",
  "vendor",
]);
const MAX_DIRECTORIES = 10_000;
const MAX_DEPTH = 12;
const MAX_FOUND = 1000;
const MAX_INNER_DEPTH = 4;

type Finds = Record<"gitDirectories" | "between" | "gitPointers" | "guarded" | "secret" | "links", string[]>;

const emptyFinds = (): Finds => ({
  gitDirectories: [],
  between: [],
  gitPointers: [],
  guarded: [],
  secret: [],
  links: [],
});

/** Scans a workspace, nearest directories first. */
export function scanWorkspace(workspace: string, maxDirectories: number = MAX_DIRECTORIES): WorkspaceScan {
  const found = emptyFinds();
  const queue: { readonly path: string; readonly depth: number }[] = [{ path: workspace, depth: 0 }];
  let complete = true;
  for (let at = 0; at < queue.length; at++) {
    const next = queue[at];
    if (next === undefined) break;
    if (at >= maxDirectories || found.guarded.length + found.secret.length > MAX_FOUND) {
      complete = false;
      break;
    }
    for (const entry of entriesOf(next.path)) {
      const path = join(next.path, entry.name);
      // A name that is not UTF-8 cannot be passed back to the kernel, so the scan cannot look into it.
      if (entry.isDirectory() && entry.name.includes("\ufffd") && !existsSync(path)) complete = false;
      if (!isToEnter(path, entry, found)) continue;
      if (next.depth < MAX_DEPTH) queue.push({ path, depth: next.depth + 1 });
      else complete = false;
    }
  }
  addSubmodulePointers(found);
  const common = commonGitDirectoryOf(workspace);
  if (common !== undefined) addGitDirectory(common, found);
  return { ...found, complete };
}

/** Adds what a name means to the finds; returns whether the scan must look into it. */
function isToEnter(path: string, entry: Dirent, found: Finds): boolean {
  if (entry.name === ".git") addGit(path, entry, found);
  else if (SEALED_NAMES.includes(entry.name)) (entry.isSymbolicLink() ? found.links : found.guarded).push(path);
  else if (HIDDEN_FILE_NAME.test(entry.name) && entry.isFile()) found.secret.push(path);
  else return entry.isDirectory() && !SKIPPED.has(entry.name);
  return false;
}

/** How many directories of a workspace the guard looks into after each command. */
const NEAR = 200;

/** `.git` in a workspace and in its direct subdirectories: where init and clone put it. */
export function nearGitPointers(workspace: string): readonly string[] {
  const places = entriesOf(workspace).filter(
    (entry) => entry.isDirectory() && entry.name !== ".git" && entry.name !== "node_modules",
  );
  return [workspace, ...places.slice(0, NEAR).map(({ name }) => join(workspace, name))]
    .map((place) => join(place, ".git"))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

function addGit(path: string, entry: Dirent, found: Finds): void {
  if (entry.isSymbolicLink()) found.links.push(path);
  // A `.git` file says where the git directory is; a command that can change it chooses the hooks.
  else {
    found.gitPointers.push(path);
    if (entry.isDirectory()) addGitDirectory(path, found);
    else found.guarded.push(path);
  }
}

function addGitDirectory(path: string, found: Finds): void {
  found.gitDirectories.push(path);
  for (const name of GUARDED_IN_GIT) {
    const kind = realKindAt(path, name);
    if (kind === "link") found.links.push(join(path, name));
    else if (kind !== "missing") found.guarded.push(join(path, name));
  }
  for (const kind of ["modules", "worktrees"]) addInner(join(path, kind), found);
}

/**
 * Adds the `.git` files of submodules, also in trees that the scan skips: git goes into each submodule and obeys the
 * settings it finds there. A submodule lies where its name says, unless the user moved it.
 */
function addSubmodulePointers(found: Finds): void {
  const known = new Set(found.gitPointers);
  for (const gitDirectory of found.gitDirectories) {
    const [, repository, name] = /^(.*)\/\.git\/modules\/(.+)$/.exec(gitDirectory) ?? [];
    if (repository === undefined || name === undefined) continue;
    const steps = join(name.replaceAll("/modules/", "/"), ".git");
    const pointer = join(repository, steps);
    if (known.has(pointer) || realKindAt(repository, steps) !== "file") continue;
    found.gitPointers.push(pointer);
    found.guarded.push(pointer);
  }
}

/** The git directories of submodules and linked worktrees; a submodule's name may hold slashes. */
function addInner(path: string, found: Finds, depth = 0): void {
  if (depth > MAX_INNER_DEPTH || realKindAt(dirname(path), basename(path)) !== "directory") return;
  found.between.push(path);
  for (const entry of entriesOf(path).filter((one) => one.isDirectory())) {
    const inner = join(path, entry.name);
    if (["HEAD", "commondir"].some((name) => realKindAt(inner, name) === "file")) addGitDirectory(inner, found);
    else addInner(inner, found, depth + 1);
  }
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // gone, or this user cannot read it: then the sandbox cannot either
  }
}
