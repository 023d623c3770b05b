import { join, relative } from "node:path";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
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

/** The paths of these names in a directory, as far as something lies there that is no link and nobody opened. */
export const closedIn = (directory: string, names: readonly string[], write: readonly string[]): readonly string[] =>
  names
    .filter((name) => ["file", "directory"].includes(realKindAt(directory, name)))
    .map((name) => join(directory, name))
    .filter((path) => !isOpened(path, write));
