import { isInside } from "../../../files/path-inside.ts";
import type { Profile } from "../../profile.ts";
import type { ShellDirectories } from "../../sandbox.ts";
import type { Seal } from "../../view/seal.ts";
import type { Kept } from "./workspace-keeper.ts";

/** What a new shell is sealed with. */
export type NewShellSeals = {
  /** Those that bubblewrap lays. */
  readonly laid: readonly Seal[];
  /** The keeper that it gets the others from: the pid of its first process inside. */
  readonly keeper: number | undefined;
  /** The version of the seals that it has then; undefined when some are missing. */
  readonly version: number | undefined;
};

export type SealsAtStart = {
  readonly seals: readonly Seal[];
  readonly version: number;
  readonly kept: Kept | undefined;
  readonly directories: ShellDirectories;
  /** Those of them that bubblewrap finds where they were found. */
  readonly pinned: (seals: readonly Seal[]) => readonly Seal[];
};

/** Where nothing can be written, only the seals that hide something matter. */
const neededSeals = (seals: readonly Seal[], { name }: Profile): readonly Seal[] =>
  name === "readonly" ? seals.filter(({ as }) => as === "hidden") : seals;

/** The keeper keeps the workspace alone. */
export const keepableSeals = (seals: readonly Seal[], profile: Profile): readonly Seal[] =>
  neededSeals(seals, profile).filter(({ path }) => isInside(path, profile.workspace));

/**
 * Says which seals bubblewrap lays and which come from the keeper; what is in neither is sealed when the shell stands. What
 * lies beyond the workspace is shown by its seal alone, and so laid in any case. A shell with files of nacre's in the workspace gets
 * nothing from the keeper: its workspace would cover them.
 */
export function sealsForNewShell(start: SealsAtStart, profile: Profile): NewShellSeals {
  const { version, directories } = start;
  const seals = neededSeals(start.seals, profile);
  const isInWorkspace = (path: string | undefined): boolean => path !== undefined && isInside(path, profile.workspace);
  const kept = Object.values(directories).some(isInWorkspace) ? undefined : start.kept;
  const others = kept === undefined ? seals : seals.filter(({ path }) => !kept.mounts.has(path));
  const inside = others.filter(({ path }) => isInWorkspace(path));
  const pinned = new Set(kept === undefined ? start.pinned(inside) : []);
  const laid = others.filter((seal) => pinned.has(seal) || !isInWorkspace(seal.path));
  return { laid, keeper: kept?.inside, version: laid.length === others.length ? version : undefined };
}
