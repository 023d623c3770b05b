import { dirname, join, relative } from "node:path";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../knowledge/guarded-places.ts";
import type { Seal } from "../view/seal.ts";

/**
 * The operator's `write` paths below something sealed, while they exist and no link leads to them. Elsewhere in a
 * workspace such a path is writable anyway and must not be mounted: a command could have put a link to any file in its
 * place.
 */
export function openingsIn(
  seals: readonly Seal[],
  { workspace, write }: { readonly workspace: string; readonly write: readonly string[] },
): readonly Seal[] {
  if (write.length === 0) return [];
  const closed = seals.filter(({ as }) => as === "read-only");
  return write
    .filter((path) => closed.some((seal) => isInside(path, seal.path)))
    .filter((path) => ["file", "directory"].includes(realKindAt(workspace, relative(workspace, path))))
    .map((path) => ({ path, as: "fixed" }));
}

/** Whether the operator opened a path, or one above it. */
export const isOpened = (path: string, by: readonly string[]): boolean => by.some((open) => isInside(path, open));

/**
 * The paths of these names in a directory, as far as something lies there that is no link and nobody opened.
 * @internal
 */
export const closedIn = (directory: string, names: readonly string[], write: readonly string[]): readonly string[] =>
  names
    .filter((name) => ["file", "directory"].includes(realKindAt(directory, name)))
    .map((name) => join(directory, name))
    .filter((path) => !isOpened(path, write));

/**
 * What commands may not change in a repository, and of its `.git`. A clone keeps the guarded names it came with; in the
 * workspace itself they were taken away when they came.
 */
export function closedOf(
  pointer: string,
  gitDirectory: string,
  { workspace, write }: { readonly workspace: string; readonly write: readonly string[] },
): readonly string[] {
  const kept = dirname(pointer) === workspace ? [] : closedIn(dirname(pointer), SEALED_NAMES, write);
  const named = pointer === gitDirectory ? [] : [pointer];
  return [...named, ...closedIn(gitDirectory, GUARDED_IN_GIT, write), ...kept];
}
