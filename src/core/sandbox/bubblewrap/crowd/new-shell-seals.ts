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
};

/** Where nothing can be written, only the seals that hide something matter. */
const neededSeals = (seals: readonly Seal[], { name }: Profile): readonly Seal[] =>
  name === "readonly" ? seals.filter(({ as }) => as === "hidden") : seals;

/** The keeper keeps the workspace alone. */
export const keepableSeals = (seals: readonly Seal[], profile: Profile): readonly Seal[] =>
  neededSeals(seals, profile).filter(({ path }) => isInside(path, profile.workspace));

/**
 * Says which seals bubblewrap lays and which come from the keeper. A shell with files of nacre's in the workspace gets
 * nothing from the keeper: its workspace would cover them.
 */
export function sealsForNewShell(start: SealsAtStart, profile: Profile): NewShellSeals {
  const { version, directories } = start;
  const seals = neededSeals(start.seals, profile);
  const isInWorkspace = (path: string | undefined): boolean => path !== undefined && isInside(path, profile.workspace);
  const kept = Object.values(directories).some(isInWorkspace) ? undefined : start.kept;
  if (kept === undefined) return { laid: seals, keeper: undefined, version };
  const others = seals.filter(({ path }) => !kept.mounts.has(path));
  const laid = others.filter(({ path }) => !isInWorkspace(path));
  return { laid, keeper: kept.inside, version: laid.length === others.length ? version : undefined };
}
