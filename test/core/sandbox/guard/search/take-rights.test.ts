import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeRights } from "../../../../../src/core/sandbox/guard/search/take-rights.ts";
import { tempDir } from "../../../../support/temp-dir.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

function closed(): { root: string; directory: string } {
  const root = tempDir();
  const directory = join(root, "closed");
  mkdirSync(directory);
  chmodSync(directory, 0o1055);
  return { root, directory };
}

test("the owner gets all rights, and the others keep theirs", () => {
  const { directory } = closed();
  expect([takeRights(directory), modeOf(directory), takeRights(directory)]).toEqual([true, 0o1755, false]);
});

test("what is older than commands keeps its rights", () => {
  const { directory } = closed();
  expect([takeRights(directory, () => false), modeOf(directory)]).toEqual([false, 0o1055]);
});

test("no link is followed, at the end or on the way; a file and nothing are left alone", () => {
  const { root, directory } = closed();
  const [link, file] = [join(tempDir(), "link"), join(root, "file")];
  symlinkSync(directory, link);
  writeFileSync(file, "", { mode: 0o400 });
  const through = join(tempDir(), "root");
  symlinkSync(root, through);
  const tried = [link, join(through, "closed"), file, join(root, "none")].map((path) => takeRights(path));
  expect([tried, modeOf(directory), modeOf(file)]).toEqual([[false, false, false, false], 0o1055, 0o400]);
});
