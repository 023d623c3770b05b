import { expect, test } from "vitest";
import { inScope, LookScope } from "../../../../../src/core/sandbox/guard/search/look-scope.ts";

const scopeOf = (size: number, repositories: number, seen: readonly string[] = []): LookScope =>
  new LookScope({
    workspace: "/w",
    search: { size },
    watch: { has: (directory) => !directory.endsWith("/unwatched"), seen: new Set(seen), version: 0 },
    repositories: {
      version: 0,
      gitDirectories: new Set(Array.from({ length: repositories }, (_, index) => `/w/${index}/.git`)),
      tops: new Set(["/w", "/w/1"]),
    },
    seals: { version: 0, directories: () => ["/w/1/.git", "/w/unwatched"] },
  });

test("in a small workspace every look goes everywhere", () => {
  const scope = scopeOf(100, 3);
  expect([scope.isSmall, scope.near(), scope.directories()]).toEqual([true, undefined, undefined]);
});

test("in a large one it goes to the top and where the watch saw something", () => {
  const scope = scopeOf(10_000, 3, ["/w/a"]);
  expect([scope.isSmall, [...(scope.near() ?? [])]]).toEqual([false, ["/w", "/w/a"]]);
});

test("among many repositories only those in which something was seen, or nobody watches, are looked at", () => {
  const scope = scopeOf(10_000, 100, ["/w/7/.git"]).directories();
  expect(scope).toEqual(new Set(["/w", "/w/7/.git", "/w/unwatched"]));
});

test("what nobody watches is looked for anew when the seals have changed", () => {
  const seals = { version: 0, directories: () => [`/w/${seals.version}`] };
  const scope = new LookScope({
    workspace: "/w",
    search: { size: 10_000 },
    watch: { has: () => false, seen: new Set(), version: 0 },
    repositories: { version: 0, gitDirectories: new Set([...Array(40).keys()].map(String)), tops: new Set() },
    seals,
  });
  expect(scope.directories()?.has("/w/0")).toBe(true);
  seals.version++;
  expect([scope.directories()?.has("/w/0"), scope.directories()?.has("/w/1")]).toEqual([false, true]);
});

test("of all, those in scope are taken", () => {
  const all = new Set(["/a", "/b"]);
  expect(inScope(all, undefined)).toEqual(["/a", "/b"]);
  expect(inScope(all, new Set(["/b", "/c"]))).toEqual(["/b"]);
});
