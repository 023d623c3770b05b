import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GUARDED_IN_GIT, SEALED_NAMES } from "../../../../../src/core/knowledge/guarded-places.ts";
import { takeChangedNames } from "../../../../../src/core/sandbox/guard/search/changed-names.ts";
import { DirectoryChanges } from "../../../../../src/core/sandbox/guard/search/directory-changes.ts";
import { tempDir } from "../../../../support/temp-dir.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

test("guarded names are looked for where a name came or went, once, and in scope alone", async () => {
  const top = tempDir();
  const git = join(top, ".git");
  mkdirSync(git);
  const repositories = { tops: new Set([top]), gitDirectories: new Set([git]) };
  const changes = new DirectoryChanges();
  // Of what has just changed the kernel's clock does not tell whether it changes again.
  await waitUntil("both to be seen", () => takeChangedNames(repositories, changes, undefined).length === 0);
  writeFileSync(join(git, "hook"), "");
  expect(takeChangedNames(repositories, changes, new Set([top]))).toEqual([]);
  expect(takeChangedNames(repositories, changes, undefined)).toEqual(GUARDED_IN_GIT.map((name) => join(git, name)));
  writeFileSync(join(top, "file"), "");
  expect(takeChangedNames(repositories, changes, new Set([top]))).toEqual(SEALED_NAMES.map((name) => join(top, name)));
});
