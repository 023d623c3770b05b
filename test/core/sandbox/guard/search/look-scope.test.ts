import { expect, test } from "vitest";
import { LookScope } from "../../../../../src/core/sandbox/guard/search/look-scope.ts";

const scopeOf = (size: number, repositories: number, seen: readonly string[] = []): LookScope =>
  new LookScope({
    workspace: "/w",
    search: { size },
    watch: { has: (directory) => directory !== "/w/unwatched", seen: new Set(seen) },
    repositories: new Set(Array.from({ length: repositories }, (_, index) => `/w/${index}/.git`)),
  });

test("in a small workspace every look goes everywhere", () => {
  const scope = scopeOf(100, 3);
  expect([scope.isSmall, scope.near(), scope.directories()("/w/2/.git")]).toEqual([true, undefined, true]);
});

test("in a large one it goes to the top and where the watch saw something", () => {
  const scope = scopeOf(10_000, 3, ["/w/a"]);
  expect([scope.isSmall, [...(scope.near() ?? [])]]).toEqual([false, ["/w", "/w/a"]]);
});

test("among many repositories only those in which something was seen, or nobody watches, are looked at", () => {
  const isLookedAt = scopeOf(10_000, 100, ["/w/7/.git"]).directories();
  expect(["/w", "/w/7/.git", "/w/unwatched", "/w/8/.git"].map(isLookedAt)).toEqual([true, true, true, false]);
});
