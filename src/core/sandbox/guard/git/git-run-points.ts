import { join } from "node:path";
import { realKindAt } from "../../../files/kind-at.ts";

/** The configuration files in a git directory. */
export const GIT_CONFIGS = ["config", "config.worktree"] as const;

/** Paths in a git directory where a command may have put something that git runs. */
export const armedPlaces = (gitDirectory: string): string[] =>
  ["hooks", ...GIT_CONFIGS]
    .filter((name) => ["file", "directory"].includes(realKindAt(gitDirectory, name)))
    .map((name) => join(gitDirectory, name));
