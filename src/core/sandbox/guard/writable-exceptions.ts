import { relative } from "node:path";
import { realKindAt } from "../../files/kind-at.ts";
import { isInside } from "../../files/path-inside.ts";
import type { Seal } from "../view/seal.ts";

/**
 * What the operator made writable below something that is sealed, while it is there and no link leads to it. Elsewhere in a
 * workspace it is writable as it is, and not to be mounted: commands could have put a link to anything in its place.
 */
export function openingsIn(
  seals: readonly Seal[],
  { workspace, write }: { readonly workspace: string; readonly write: readonly string[] },
): readonly Seal[] {
  const closed = seals.filter(({ as }) => as === "read-only");
  return write
    .filter((path) => closed.some((seal) => isInside(path, seal.path)))
    .filter((path) => ["file", "directory"].includes(realKindAt(workspace, relative(workspace, path))))
    .map((path) => ({ path, as: "fixed" }));
}
