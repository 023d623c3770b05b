import { type Dirent, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { realKindAt } from "../../../files/kind-at.ts";
import { isInside } from "../../../files/path-inside.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../../knowledge/guarded-places.ts";
import { OTHERS_CODE } from "../../../knowledge/others-code.ts";
import { HIDDEN_FILE_NAME } from "../../../knowledge/secret-places.ts";

/** What lies in a workspace that a sandbox must treat specially. No link is followed, and none listed but in `links`. */
export type WorkspaceFinds = {
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
  /** Guarded names and names of secrets that are links: a link cannot be sealed. */
  readonly links: readonly string[];
};

/**
 * What a directory is to the search: a part of the tree, a git directory, one that holds git directories, or a git
 * directory that lies in the tree under another name than `.git`, and may hold anything else.
 */
export type DirectoryRole = "tree" | "git" | "inner" | "store";

/** What one directory holds, and in which of its directories the search goes on. */
export type DirectoryFinds = { readonly [Key in keyof WorkspaceFinds]: string[] } & {
  readonly enter: Map<string, DirectoryRole>;
  /** Whether a directory has a name that is not text: it cannot be passed back to the kernel. */
  hasUnnameable: boolean;
};

const SEALED = new Set(SEALED_NAMES);

/** The names by which git takes any directory for a git directory. */
export const GIT_PARTS: ReadonlySet<string> = new Set(["HEAD", "commondir", "objects", "refs"]);

/** Whether git, run in a directory with these names, takes it for a git directory and obeys its settings. */
export const isGitDirectory = (names: ReadonlySet<string>): boolean =>
  names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")));

/** Whether the search goes past a directory of this name. */
export const isSkipped = (name: string): boolean => OTHERS_CODE.has(name);

export const noFinds = (): DirectoryFinds => ({
  gitDirectories: [],
  between: [],
  gitPointers: [],
  guarded: [],
  secret: [],
  links: [],
  enter: new Map(),
  hasUnnameable: false,
});

/** What makes repositories of directories in a workspace: each `.git`, and git directories of other names. */
export function repositoriesIn({ gitPointers, links, gitDirectories }: WorkspaceFinds, workspace: string): string[] {
  const others = gitDirectories.filter((path) => isInside(path, workspace) && !/\/\.git(?:\/|$)/.test(path));
  return [...[...gitPointers, ...links].filter((path) => basename(path) === ".git"), ...others];
}

/** Adds what a name in a directory of the tree means. */
export function addTreeEntry(directory: string, entry: Dirent, found: DirectoryFinds): void {
  const { name } = entry;
  if (name === ".git") addGit(join(directory, name), entry, found);
  else if (SEALED.has(name)) (entry.isSymbolicLink() ? found.links : found.guarded).push(join(directory, name));
  else if (entry.isDirectory()) {
    const path = join(directory, name);
    if (name.includes("\ufffd") && !existsSync(path)) found.hasUnnameable = true;
    else if (!isSkipped(name)) found.enter.set(path, "tree");
  } else if (HIDDEN_FILE_NAME.test(name)) {
    if (entry.isFile()) found.secret.push(join(directory, name));
    else if (entry.isSymbolicLink()) found.links.push(join(directory, name));
  }
}

function addGit(path: string, entry: Dirent, found: DirectoryFinds): void {
  if (entry.isSymbolicLink()) found.links.push(path);
  // A `.git` file says where the git directory is; a command that can change it chooses the hooks.
  else {
    found.gitPointers.push(path);
    if (entry.isDirectory()) found.enter.set(path, "git");
    else found.guarded.push(path);
  }
}

/** Adds what a git directory holds. */
export function addGitFinds(path: string, found: DirectoryFinds): void {
  found.gitDirectories.push(path);
  for (const name of GUARDED_IN_GIT) {
    const kind = realKindAt(path, name);
    if (kind === "link") found.links.push(join(path, name));
    else if (kind !== "missing") found.guarded.push(join(path, name));
  }
  for (const name of ["modules", "worktrees"])
    if (realKindAt(path, name) === "directory") found.enter.set(join(path, name), "inner");
}

/** Adds a name among the git directories of submodules or linked worktrees; a submodule's name may hold slashes. */
export function addInnerEntry(directory: string, entry: Dirent, found: DirectoryFinds): void {
  if (!entry.isDirectory()) return;
  const inner = join(directory, entry.name);
  // Git takes a link for HEAD as well.
  const isGit = ["HEAD", "commondir"].some((name) => !["missing", "directory"].includes(realKindAt(inner, name)));
  found.enter.set(inner, isGit ? "git" : "inner");
}

/**
 * The `.git` files of submodules, also in trees that the search skips: git goes into each submodule and obeys the
 * settings it finds there. A submodule lies where its name says, unless the user moved it.
 */
export function submodulePointers(gitDirectory: string): readonly string[] {
  const [, repository, name] = /^(.*)\/\.git\/modules\/(.+)$/.exec(gitDirectory) ?? [];
  if (repository === undefined || name === undefined) return [];
  const steps = join(name.replaceAll("/modules/", "/"), ".git");
  return realKindAt(repository, steps) === "file" ? [join(repository, steps)] : [];
}
