import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { NameWatch } from "../../../../../src/core/sandbox/guard/search/name-watch.ts";
import { tempDir } from "../../../../support/temp-dir.ts";
import { waitUntil } from "../../../../support/wait-until.ts";

function watching(): { watch: NameWatch; told: string[] } {
  const told: string[] = [];
  const watch = new NameWatch((path) => told.push(path));
  onTestFinished(() => watch.close());
  return { watch, told };
}

test("a name that is watched is told, and no other in its directory", async () => {
  const directory = tempDir();
  const { watch, told } = watching();
  watch.add(directory, [".git"]);
  for (const name of ["other", ".git"]) writeFileSync(join(directory, name), "");
  await waitUntil("the name", () => told.length > 0);
  expect(new Set(told)).toEqual(new Set([join(directory, ".git")]));
});

test("the directories of names that come together are told once", async () => {
  const [one, two] = [tempDir(), tempDir()];
  const told: (readonly string[])[] = [];
  const watch = new NameWatch(
    () => undefined,
    (directories) => told.push([...directories]),
  );
  onTestFinished(() => watch.close());
  for (const directory of [one, two]) watch.add(directory, ["x"]);
  for (const directory of [one, two]) for (const name of ["x", "y"]) writeFileSync(join(directory, name), "");
  await waitUntil("both", () => new Set(told.flat()).size === 2);
  expect(new Set(told.flat())).toEqual(new Set([one, two]));
});

test("a directory that is not there is no trouble", () => {
  expect(() => watching().watch.add("/no/such/directory", [".git"])).not.toThrow();
});
