import { expect, test } from "vitest";
import { KnownRepositories } from "../../../../../src/core/sandbox/guard/search/known-repositories.ts";

test("a repository is known with the directory that holds it, in the workspace", () => {
  const known = new KnownRepositories("/w");
  for (const path of ["/w/.git", "/w/a/.git", "/elsewhere/.git", "/w/a/.git"]) known.add(path);
  expect([...known.gitDirectories]).toEqual(["/w/.git", "/w/a/.git", "/elsewhere/.git"]);
  expect([...known.tops]).toEqual(["/w", "/w/a"]);
});

test("one that is gone takes its directory along, unless another one is there; the workspace stays", () => {
  const known = new KnownRepositories("/w");
  for (const path of ["/w/.git", "/w/.git/modules/a", "/w/.git/modules/b"]) known.add(path);
  expect([known.delete("/w/.git"), known.delete("/w/.git"), known.delete("/w/.git/modules/a")]).toEqual([
    true,
    false,
    true,
  ]);
  expect([...known.tops]).toEqual(["/w", "/w/.git/modules"]);
  known.delete("/w/.git/modules/b");
  expect([...known.tops]).toEqual(["/w"]);
});

test("the version changes with what is known, and with nothing else", () => {
  const known = new KnownRepositories("/w");
  known.add("/w/.git");
  const { version } = known;
  known.add("/w/.git");
  known.delete("/w/other");
  expect(known.version).toBe(version);
  known.delete("/w/.git");
  expect(known.version).not.toBe(version);
});
