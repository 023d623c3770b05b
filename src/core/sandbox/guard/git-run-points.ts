import { join } from "node:path";
import { realKindAt } from "../../files/kind-at.ts";

/** Settings of a repository, by their names in its git directory. */
export const GIT_CONFIGS = ["config", "config.worktree"] as const;

/** Where something may have been put into a repository that runs by itself. */
export const armedPlaces = (gitDirectory: string): string[] =>
  ["hooks", ...GIT_CONFIGS]
    .filter((name) => ["file", "directory"].includes(realKindAt(gitDirectory, name)))
    .map((name) => join(gitDirectory, name));
