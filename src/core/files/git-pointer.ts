import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realKindAt } from "./kind-at.ts";
import { isInside } from "./path-inside.ts";
import { readUntrusted } from "./read-untrusted.ts";

/** A file that leads from one git directory to another holds one path. */
const POINTER_BYTES = 8192;

/** The git directory that a `.git` file names, without links; undefined when it names none that exists. */
export function gitDirectoryNamedBy(pointer: string): string | undefined {
  const [, target] = /^gitdir: (.+)\n?$/.exec(readUntrusted(pointer, POINTER_BYTES) ?? "") ?? [];
  return target === undefined ? undefined : real(resolve(dirname(pointer), target));
}

/** The git directory that lies here, or that the file here names. */
export const gitDirectoryAt = (pointer: string, isDirectory: boolean): string | undefined =>
  isDirectory ? pointer : gitDirectoryNamedBy(pointer);

/**
 * The git directory whose settings count in this one, from its `commondir`; undefined when that names none that exists.
 */
export function commonDirectoryNamedBy(gitDirectory: string): string | undefined {
  const named = readUntrusted(join(gitDirectory, "commondir"), POINTER_BYTES)?.trim() ?? "";
  return named === "" ? undefined : real(resolve(gitDirectory, named));
}

/**
 * The repository behind a workspace that is a linked worktree: its common git directory, outside the workspace. The
 * sandbox shows it and makes it writable, and a command could have written `.git`: so it must be a repository, must lie
 * where no command could have made it, and must itself name this workspace as one of its worktrees.
 */
export function commonGitDirectoryOf(workspace: string): string | undefined {
  const gitDirectory = gitDirectoryNamedBy(join(workspace, ".git"));
  if (gitDirectory === undefined || isInside(gitDirectory, workspace)) return undefined;
  if (basename(dirname(gitDirectory)) !== "worktrees") return undefined;
  const common = dirname(dirname(gitDirectory));
  if (!isGitDirectory(common) || commonDirectoryNamedBy(gitDirectory) !== common) return undefined;
  const named = readUntrusted(join(gitDirectory, "gitdir"), POINTER_BYTES)?.trim() ?? "";
  return real(dirname(named)) === workspace ? common : undefined;
}

const isGitDirectory = (path: string): boolean =>
  ["objects", "refs"].every((name) => realKindAt(path, name) === "directory") && realKindAt(path, "HEAD") === "file";

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // leads nowhere
  }
}
