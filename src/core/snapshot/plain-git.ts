import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commonDirectoryNamedBy, commonGitDirectoryOf, gitDirectoryAt } from "../files/git-pointer.ts";
import { realKindAt } from "../files/kind-at.ts";
import { makeDirectory } from "../files/make-directory.ts";
import { isInside } from "../files/path-inside.ts";
import { type FileRun, runFile } from "../process/run-file.ts";
import { trustedProgram } from "../process/trusted-program.ts";

/** The parts of a workspace's repository that a copy of it needs. */
export type RepositoryPlaces = { readonly index: string; readonly objects: string };

/**
 * The repository of a workspace, if the workspace is the top of one: its own, or the one it is a linked worktree of.
 * Undefined for one that leads elsewhere: a command may have written where it leads.
 */
export function repositoryOf(workspace: string): RepositoryPlaces | undefined {
  const git = gitDirectoryAt(join(workspace, ".git"), realKindAt(workspace, ".git") === "directory");
  if (git === undefined) return undefined;
  const common = isInside(git, workspace) ? (commonDirectoryNamedBy(git) ?? git) : commonGitDirectoryOf(workspace);
  if (common === undefined || (isInside(git, workspace) && !isInside(common, workspace))) return undefined;
  const isOne = realKindAt(git, "index") === "file" && realKindAt(common, "objects") === "directory";
  return isOne ? { index: join(git, "index"), objects: join(common, "objects") } : undefined;
}

export type PlainGit = {
  /** An index and objects: git uses no other part of the repository. */
  readonly index: string;
  readonly objects: string;
  readonly workTree: string;
  /** An empty directory that nacre made. */
  readonly own: string;
};

/**
 * Runs git on a repository that commands can write, so that nothing in it makes git run a program: settings, filters
 * and hooks come from a git directory that nacre makes. Undefined when the machine has no git.
 */
export async function plainGit(
  { index, objects, workTree, own }: PlainGit,
  args: readonly string[],
  input?: Buffer,
): Promise<FileRun | undefined> {
  const file = trustedProgram("git");
  if (file === undefined) return undefined;
  for (const name of ["objects", "refs"]) makeDirectory(join(own, name));
  writeFileSync(join(own, "HEAD"), "ref: refs/heads/none\n", { mode: 0o600 });
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: "/nonexistent",
    GIT_DIR: own,
    GIT_WORK_TREE: workTree,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
  };
  const options = { timeoutMs: 120_000, maxBytes: 64 * 1024 * 1024, ...(input === undefined ? {} : { input }) };
  return runFile({ file, args, cwd: workTree, env }, options);
}

/**
 * The paths that git printed; undefined when git failed, when more came than is kept of a program's output, or when a
 * path leads out of the tree: git trusts its index.
 */
export function pathsOf(listed: FileRun | undefined): readonly string[] | undefined {
  if (listed?.exitCode !== 0 || !/(?:^|\0)$/.test(listed.stdout)) return undefined;
  const paths = listed.stdout.split("\0").filter((path) => path !== "");
  return paths.every(isPlain) ? paths : undefined;
}

function isPlain(path: string): boolean {
  const steps = path.replace(/\/$/, "").split("/");
  return steps.every((step) => step !== "" && step !== "." && step !== ".." && step.toLowerCase() !== ".git");
}
