import type { NameWatch } from "./name-watch.ts";
import type { WorkspaceSearch } from "./workspace-search.ts";

/** A workspace with no more directories than this is searched whole at every look. */
const FEW = 256;
/** In a workspace with no more repositories than this, the guard looks at each; among more, where the watch says. */
const FEW_REPOSITORIES = 32;

export type LookScopeOptions = {
  readonly workspace: string;
  readonly search: Pick<WorkspaceSearch, "size">;
  readonly watch: Pick<NameWatch, "has" | "seen">;
  /** The git directories that the guard watches over. */
  readonly repositories: ReadonlySet<string>;
};

/** Says where a look goes that must not cost more with every file and repository of a workspace. */
export class LookScope {
  readonly #options: LookScopeOptions;

  constructor(options: LookScopeOptions) {
    this.#options = options;
  }

  /** Whether the whole workspace is quickly searched. */
  get isSmall(): boolean {
    return this.#options.search.size <= FEW;
  }

  /** Where the search goes: everywhere in a small workspace, else to its top and where the watch saw something. */
  near(seen: ReadonlySet<string> = this.#options.watch.seen): Iterable<string> | undefined {
    return this.isSmall ? undefined : [this.#options.workspace, ...seen];
  }

  /** Which directories are looked at: all among a few repositories, else those in which the watch saw something. */
  directories(seen: ReadonlySet<string> = this.#options.watch.seen): (directory: string) => boolean {
    const { workspace, watch, repositories } = this.#options;
    if (repositories.size <= FEW_REPOSITORIES) return () => true;
    return (directory) => directory === workspace || seen.has(directory) || !watch.has(directory);
  }
}
