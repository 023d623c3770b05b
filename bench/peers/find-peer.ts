/** Where a package is installed, if it is. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Found = {
  readonly version: string;
  /** The file to import. */
  readonly entry: string;
  /** The file to run, if the package is a program. */
  readonly program: string | undefined;
};

type Manifest = {
  readonly version?: string;
  readonly main?: string;
  readonly module?: string;
  readonly exports?: unknown;
  readonly bin?: string | Readonly<Record<string, string>>;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What `import` would take of the `exports` of a package, in Node. */
function importedOf(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (!isRecord(exports)) return undefined;
  const chosen = Object.keys(exports).find((key) => [".", "node", "import", "default"].includes(key));
  return chosen === undefined ? undefined : importedOf(exports[chosen]);
}

/** The package in the first of these directories whose node_modules has it. */
export function findPeer(name: string, directories: readonly string[]): Found | undefined {
  const home = directories
    .map((directory) => join(directory, "node_modules", name))
    .find((path) => existsSync(join(path, "package.json")));
  if (home === undefined) return undefined;
  const manifest: Manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const { version = "?", bin } = manifest;
  const program = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
  return {
    version,
    entry: join(home, importedOf(manifest.exports) ?? manifest.module ?? manifest.main ?? "index.js"),
    program: program === undefined ? undefined : join(home, program),
  };
}
