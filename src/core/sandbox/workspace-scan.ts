import { type Dirent, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { GUARDED_IN_GIT, GUARDED_NAMES, isSecretFile } from "./protected-paths.ts";
import { realKindAt } from "./real-kind.ts";

/** What lies in a workspace that a sandbox must treat in its own way. Links are not followed; what is one is not listed. */
export type WorkspaceScan = {
  /** Git directories: made mount points, because what is guarded in them could be had by renaming them. */
  readonly gitDirectories: readonly string[];
  /** Every `.git` that is not a link. */
  readonly gitPointers: readonly string[];
  /** Existing paths that a command may read and not change. */
  readonly guarded: readonly string[];
  /** Existing files that a command may not read. */
  readonly secret: readonly string[];
  /** Guarded names that are links: a link cannot be guarded, so it is an obstacle and not a detail. */
  readonly links: readonly string[];
  /** False when the tree was too large to see all of it. */
  readonly complete: boolean;
};

/** Trees of others' code, too large to walk and not a place where a person's tools look. */
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

type Finds = Record<"gitDirectories" | "gitPointers" | "guarded" | "secret" | "links", string[]>;

const emptyFinds = (): Finds => ({ gitDirectories: [], gitPointers: [], guarded: [], secret: [], links: [] });

/** Looks through a workspace, nearest directories first. */
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
      if (entry.name === ".git") addGit(path, entry, found);
      else if (GUARDED_NAMES.includes(entry.name)) (entry.isSymbolicLink() ? found.links : found.guarded).push(path);
      else if (isSecretFile(entry.name) && entry.isFile()) found.secret.push(path);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name)) {
        if (next.depth < MAX_DEPTH) queue.push({ path, depth: next.depth + 1 });
        else complete = false;
      }
    }
  }
  return { ...found, complete };
}

function addGit(path: string, entry: Dirent, found: Finds): void {
  if (entry.isSymbolicLink()) found.links.push(path);
  // A `.git` file says where the git directory is; whoever may change it chooses the hooks.
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
  for (const module of modulesOf(join(path, "modules"))) {
    found.gitDirectories.push(module);
    for (const name of GUARDED_IN_GIT)
      if (["file", "directory"].includes(realKindAt(module, name))) found.guarded.push(join(module, name));
  }
}

/** The git directories of submodules; a submodule's name may hold slashes. */
function modulesOf(path: string, depth = 0): string[] {
  if (depth > 4) return [];
  return entriesOf(path)
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      return realKindAt(inner, "HEAD") === "file"
        ? [inner, ...modulesOf(join(inner, "modules"), depth + 1)]
        : modulesOf(inner, depth + 1);
    });
}

/**
 * The repository behind a workspace that is a linked worktree: its common git directory, outside the workspace. Only when
 * that repository itself names this workspace as one of its worktrees, because `.git` could have been written by anyone.
 */
export function commonGitDirectoryOf(workspace: string): string | undefined {
  try {
    const pointer = join(workspace, ".git");
    const [, target = ""] = /^gitdir: (.+)\n?$/.exec(readFileSync(pointer, "utf8")) ?? [];
    const gitDirectory = realpathSync(resolve(workspace, target));
    if (realpathSync(dirname(readFileSync(join(gitDirectory, "gitdir"), "utf8").trim())) !== workspace)
      return undefined;
    const common = realpathSync(resolve(gitDirectory, readFileSync(join(gitDirectory, "commondir"), "utf8").trim()));
    return dirname(dirname(gitDirectory)) === common ? common : undefined;
  } catch {
    return undefined; // not a linked worktree
  }
}

/** What of a common git directory is guarded. */
export function guardedInGit(gitDirectory: string): string[] {
  const found = emptyFinds();
  addGitDirectory(gitDirectory, found);
  return found.guarded;
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return []; // gone, or not ours to read: then it is not the sandbox's either
  }
}
