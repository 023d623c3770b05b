import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPeer } from "../../../bench/peers/find-peer.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A directory in whose node_modules one package lies. */
function withPackage(name: string, manifest: object): string {
  const directory = tempDir();
  const home = join(directory, "node_modules", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ version: "1.2.3", ...manifest }));
  return directory;
}
const entryOf = (manifest: object): string | undefined => {
  const directory = withPackage("peer", manifest);
  return findPeer("peer", [directory])?.entry.slice(join(directory, "node_modules", "peer").length + 1);
};

test.each([
  [{ exports: "./a.js" }, "a.js"],
  [{ exports: { ".": "./a.js", "./more": "./b.js" } }, "a.js"],
  [{ exports: { ".": { types: "./a.d.ts", import: "./a.mjs", default: "./a.cjs" } } }, "a.mjs"],
  [{ exports: { import: { types: "./a.d.ts", default: "./a.js" } }, main: "no.js" }, "a.js"],
  [{ module: "./a.mjs", main: "./a.cjs" }, "a.mjs"],
  [{ main: "a.cjs" }, "a.cjs"],
  [{}, "index.js"],
])("of %j the file to import is %s", (manifest, file) => {
  expect(entryOf(manifest)).toBe(file);
});

test("a package with a program says which file to run", () => {
  const programOf = (bin: unknown): string | undefined =>
    findPeer("@a/peer", [withPackage("@a/peer", { bin })])?.program;
  expect(programOf("cli.js")).toMatch(/node_modules\/@a\/peer\/cli\.js$/);
  expect(programOf({ peer: "./bin/cli.js", other: "./o.js" })).toMatch(/node_modules\/@a\/peer\/bin\/cli\.js$/);
  expect(programOf(undefined)).toBeUndefined();
});

test("the first directory that has a package wins; a package that none has is missing", () => {
  const [first, second] = [withPackage("peer", { version: "1.0.0" }), withPackage("peer", { version: "2.0.0" })];
  expect(findPeer("peer", [tempDir(), first, second])?.version).toBe("1.0.0");
  expect(findPeer("other", [first, second])).toBeUndefined();
});
