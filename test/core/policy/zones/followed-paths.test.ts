import { expect, test } from "vitest";
import { FULL, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { Scope } from "../../../../src/core/policy/values/scope.ts";
import { followedPaths } from "../../../../src/core/policy/zones/followed-paths.ts";

function scopeWith(links: Readonly<Record<string, string>>): Scope {
  const scope = new Scope({ cwd: "/w", home: "/home/dev" });
  for (const [link, target] of Object.entries(links)) scope.files.link(link, target);
  return scope;
}

test("without a link a word means the path that it spells", () => {
  expect(followedPaths("a/../b", scopeWith({}))).toEqual(["/w/b"]);
});

test("a link is followed in the middle of a path and at its end, there unless it is meant itself", () => {
  const scope = scopeWith({ "/w/e": "/etc" });
  expect(followedPaths("e/x", scope, "itself")).toEqual(["/w/e/x", "/etc/x"]);
  expect(followedPaths("e", scope)).toEqual(["/w/e", "/etc"]);
  expect(followedPaths("e", scope, "itself")).toEqual(["/w/e"]);
  for (const word of ["e/", "e/."]) expect(followedPaths(word, scope, "itself")).toEqual(["/w/e", "/etc"]);
  expect(followedPaths("ex", scope)).toEqual(["/w/ex"]);
});

test("links lead to links, and up from where they lead", () => {
  const scope = scopeWith({ "/w/a": "/w/b", "/w/b": "/usr/lib" });
  expect(followedPaths("a/x", scope)).toEqual(["/w/a/x", "/w/b/x", "/usr/lib/x"]);
  expect(followedPaths("b/../bin", scope)).toContain("/usr/bin");
  scope.cwd = ["/w/b"];
  expect(followedPaths("../bin", scope)).toEqual(["/w/bin", "/usr/bin"]);
});

test("a wild card may be the link", () => {
  const scope = scopeWith({ "/w/e": "/etc" });
  expect(followedPaths(`${STAR}/x`, scope)).toContain("/etc/x");
  expect(followedPaths(`a${STAR}/x`, scope)).not.toContain("/etc/x");
  expect(followedPaths(STAR, scope, "itself")).toEqual([`/w/${STAR}`]);
});

test("what leads in circles leads anywhere", () => {
  expect(followedPaths("a/y", scopeWith({ "/w/a": "/w/a/x" })).at(-1)).toBe(FULL);
  expect(followedPaths("a/y", scopeWith({ "/w/a": "/w/b", "/w/b": "/w/a" }))).toEqual(["/w/a/y", "/w/b/y"]);
});

test("a branch may have made a link or not, and of many the oldest are forgotten", () => {
  const scope = scopeWith({ "/w/a": "/x" });
  const branch = scope.fork();
  branch.files.link("/w/a", "/y");
  expect(scope.files.links.get("/w/a")).toEqual(["/x"]);
  expect(scope.merge(branch)).toBe(true);
  expect(scope.merge(branch)).toBe(false);
  expect(followedPaths("a", scope)).toEqual(["/w/a", "/x", "/y"]);
  for (let index = 0; index < 300; index++) scope.files.link(`/w/l${index}`, "/z");
  expect([scope.files.links.size, followedPaths("l299", scope).at(-1), followedPaths("a", scope)]).toEqual([
    256,
    "/z",
    ["/w/a"],
  ]);
});
