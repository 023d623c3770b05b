import { createHash } from "node:crypto";
import { join } from "node:path";
import { realKindAt } from "../../../files/kind-at.ts";
import { inDirectory } from "../../../files/pinned-directory.ts";
import { readUntrustedBytes } from "../../../files/read-untrusted.ts";

/** The configuration files in a git directory. */
export const GIT_CONFIGS = ["config", "config.worktree"] as const;

/** No configuration is larger. */
export const CONFIG_BYTES: number = 1024 * 1024;

/** Paths in a git directory where a command may have put something that git runs. */
export const armedPlaces = (gitDirectory: string): string[] =>
  ["hooks", ...GIT_CONFIGS]
    .filter((name) => ["file", "directory"].includes(realKindAt(gitDirectory, name)))
    .map((name) => join(gitDirectory, name));

/**
 * What the files in a git directory say that git obeys. Their times do not tell: a process that mapped one before it was
 * sealed changes it without changing its times, and one that holds it open changes no time of the directory.
 */
export const obeyedIn = (gitDirectory: string): string | undefined =>
  inDirectory(gitDirectory, (held) =>
    [...GIT_CONFIGS, "commondir"].map((name) => digestOf(join(held, name)) ?? "").join(),
  );

function digestOf(path: string): string | undefined {
  const read = readUntrustedBytes(path, CONFIG_BYTES);
  return read === undefined ? undefined : createHash("sha256").update(read.bytes).digest("base64");
}
