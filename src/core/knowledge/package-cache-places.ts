/** What package managers download once and use again, below home, besides `~/.cache`; and its name in there. */
export const CACHE_DIRECTORY = ".cache";

export const CACHE_PLACES: Readonly<Record<string, string>> = {
  ".npm": "npm",
  ".cargo/registry": "cargo-registry",
  ".cargo/git": "cargo-git",
  ".m2/repository": "maven",
  ".gradle/caches": "gradle",
  ".local/share/pnpm/store": "pnpm-store",
  ".yarn/berry/cache": "yarn-berry",
};

/** Variables that lead a tool there whose own place is no hidden one. */
export const CACHE_VARIABLES: Readonly<Record<string, string>> = { GOMODCACHE: "go-mod" };
