import { doInSlices } from "../../../base/slices.ts";
import type { DiskSpace } from "../../../files/disk-space.ts";
import { isInside } from "../../../files/path-inside.ts";
import { identityOf, signal } from "../../../process/identity.ts";
import type { WorkspaceState } from "../../containment.ts";
import { refuseTooMany } from "../../guard/refuse-unsealable.ts";
import { WorkspaceSearch } from "../../guard/search/workspace-search.ts";
import { isOpened } from "../../guard/writable-exceptions.ts";
import type { Profile } from "../../profile.ts";
import type { TriedWorkspace } from "../../sandbox.ts";
import type { Seal } from "../../view/seal.ts";
import type { NewShellSeals } from "../crowd/new-shell-seals.ts";
import { DiskWatch } from "../disk-watch.ts";
import { insideOf, pidsInside } from "../inspect-sandbox.ts";
import { sealMissing } from "../seal-paths.ts";
import type { Protection } from "./protection.ts";

export type TriedProtectionOptions = Pick<TriedWorkspace, "holds"> & {
  readonly profile: Profile;
  readonly scratchRoot: string;
  readonly bounded: readonly string[];
  readonly spaceOf: (directory: string) => Promise<DiskSpace>;
};

/** The processes of an idle shell: supervisor and bash. */
const AT_REST = 2;

/**
 * Looks after the shells of a try. What they write lands beside the workspace: nothing must be taken away, disarmed or
 * made read-only. What stays hidden is what commands must not read; and what they write is bounded.
 */
export class TriedProtection implements Protection {
  readonly #profile: Profile;
  readonly #search: WorkspaceSearch;
  readonly #disks: readonly DiskWatch[];
  readonly #shells = new Set<number>();
  readonly #notices: string[] = [];
  #version = 0;
  /** What is hidden in the workspace, and the repository of a linked worktree, which lies outside. */
  #seals: readonly Seal[] = [];

  constructor({ profile, scratchRoot, bounded, spaceOf, holds }: TriedProtectionOptions) {
    this.#profile = profile;
    this.#search = new WorkspaceSearch(profile.workspace);
    const onFull = (what: string): void => {
      if (this.#endWork()) this.#notices.push(`the sandbox ended what ran: ${what}`);
    };
    const { directory, bytes, files } = holds;
    const tried = { bounded: [directory], bound: { bytes, files }, called: "what the try wrote" };
    this.#disks = [
      new DiskWatch({ spaceOf, directories: [scratchRoot, directory], bounded, onFull }),
      new DiskWatch({ spaceOf, directories: [], ...tried, onFull }),
    ];
  }

  async begin(): Promise<void> {
    await this.look();
    refuseTooMany({ ...this.#search.finds(), gitDirectories: [], between: [], guarded: [] });
  }

  sealsForNewShell(): NewShellSeals {
    return { laid: this.#seals, keeper: undefined, version: this.#version };
  }

  get state(): WorkspaceState {
    const { unsearched, hasUnnameable } = this.#search;
    return { unsearched, hasUnnameable, unresolved: [] };
  }

  addShell(pid: number): void {
    this.#shells.add(pid);
  }

  shellEnds(pid: number): void {
    this.#shells.delete(pid);
  }

  readonly look = async (): Promise<void> => {
    await doInSlices(this.#search.sweep({ onFound: () => undefined }));
    const { read } = this.#profile;
    const { secret, gitDirectories } = this.#search.finds();
    const hidden = secret.filter((path) => !isOpened(path, read)).map((path): Seal => ({ path, as: "hidden" }));
    const beyond = gitDirectories.filter((path) => !isInside(path, this.#profile.workspace));
    const seals = [...hidden, ...beyond.map((path): Seal => ({ path, as: "read-only" }))];
    if (seals.length === this.#seals.length && seals.every(({ path }, at) => path === this.#seals[at]?.path)) return;
    this.#seals = seals;
    this.#version += 1;
  };

  async shellStarted(pid: number, { version }: Pick<NewShellSeals, "version">): Promise<void> {
    if (version !== this.#version) await sealMissing(pid, this.#seals);
  }

  wake(): void {
    // no shell of a try is ever frozen
  }

  /** A secret that the user wrote meanwhile is hidden before the next command can read it. */
  async beforeCommand(): Promise<void> {
    const before = this.#version;
    await this.look();
    if (before !== this.#version) for (const pid of this.#shells) await sealMissing(pid, this.#seals);
  }

  async afterCommand(): Promise<void> {
    // nothing that a command makes is in the workspace
  }

  beforeInternalTurn(): void {
    // the user's files are nobody's concern here
  }

  takeNotices(): readonly string[] {
    return this.#notices.splice(0);
  }

  async close(): Promise<void> {
    for (const disk of this.#disks) disk.close();
  }

  /** Ends every shell in which something runs. Returns whether there was one. */
  #endWork(): boolean {
    return [...this.#shells]
      .filter((pid) => pidsInside(pid).length > AT_REST)
      .map((pid) => identityOf(insideOf(pid) ?? 0))
      .map((first) => first !== undefined && signal(first, "SIGKILL"))
      .includes(true);
  }
}
