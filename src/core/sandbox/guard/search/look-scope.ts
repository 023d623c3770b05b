import type { NameWatch } from "./name-watch.ts";
import type { WorkspaceSearch } from "./workspace-search.ts";

/** A workspace with no more directories than this is searched whole at every look. */
const FEW = 256;
/** In a workspace with no more repositories than this, the guard looks at each; among more, where the watch says. */
const FEW_REPOSITORIES = 32;

export type LookScopeOptions = {
  readonly workspace: string;
  readonly search: Pick<WorkspaceSearch, "size">;
  readonly watch: Pick<NameWatch, "has" | "seen" | "version">;
  /** What the guard watches over. */
  readonly repositories: {
    readonly version: number;
    readonly gitDirectories: ReadonlySet<string>;
    readonly tops: ReadonlySet<string>;
  };
  /** The directories that hold sealed files. */
  readonly seals: { readonly version: number; directories(): Iterable<string> };
};

/** The directories to be looked at; undefined when all are. */
export type Scope = ReadonlySet<string> | undefined;

/** The members of a set that are in scope. */
export const inScope = (all: ReadonlySet<string>, scope: Scope): readonly string[] =>
  scope === undefined ? [...all] : [...scope].filter((directory) => all.has(directory));

export const isInScope =
  (scope: Scope) =>
  (directory: string): boolean =>
    scope?.has(directory) !== false;

/** Says where a look goes that must not cost more with every file and repository of a workspace. */
export class LookScope {
  readonly #options: LookScopeOptions;
  #unwatched: { readonly version: number; readonly directories: readonly string[] } | undefined;

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
  directories(seen: ReadonlySet<string> = this.#options.watch.seen): Scope {
    const { workspace, repositories } = this.#options;
    if (repositories.gitDirectories.size <= FEW_REPOSITORIES) return undefined;
    return new Set([workspace, ...seen, ...this.#unwatchedDirectories()]);
  }

  /** Those that nobody watches. They are counted again only when something has changed. */
  #unwatchedDirectories(): readonly string[] {
    const { watch, repositories, seals } = this.#options;
    const version = watch.version + repositories.version + seals.version;
    if (this.#unwatched?.version !== version) {
      const all = [...repositories.gitDirectories, ...repositories.tops, ...seals.directories()];
      this.#unwatched = { version, directories: all.filter((directory) => !watch.has(directory)) };
    }
    return this.#unwatched.directories;
  }
}
