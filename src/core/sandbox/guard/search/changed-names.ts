import { join } from "node:path";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../../knowledge/guarded-places.ts";
import type { DirectoryChanges } from "./directory-changes.ts";
import type { KnownRepositories } from "./known-repositories.ts";
import { inScope, type Scope } from "./look-scope.ts";

/** The guarded names in repositories where any name came or went since the last call. */
export function takeChangedNames(
  { tops, gitDirectories }: Pick<KnownRepositories, "tops" | "gitDirectories">,
  changes: DirectoryChanges,
  scope: Scope,
): readonly string[] {
  const changedIn = (all: ReadonlySet<string>, names: readonly string[]): readonly string[] => {
    const places = inScope(all, scope).filter((place) => changes.since(place));
    changes.markSeen(places);
    return places.flatMap((place) => names.map((name) => join(place, name)));
  };
  return [...changedIn(tops, SEALED_NAMES), ...changedIn(gitDirectories, GUARDED_IN_GIT)];
}
