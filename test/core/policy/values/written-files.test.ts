import { expect, test, vi } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { WrittenFiles } from "../../../../src/core/policy/values/written-files.ts";

test("a fork's files are its own until they are kept or merged", () => {
  const files = new WrittenFiles(undefined);
  files.write("/a", "one");
  const fork = files.fork();
  fork.put("/a", { contents: [" two"], append: true, sure: true });
  fork.write("/d/", ANY);
  expect([files.content("/a"), fork.content("/a"), fork.content("/d/x/y"), files.content("/d/x")]).toEqual([
    "one",
    "one two",
    ANY,
    undefined,
  ]);
  const kept = files.fork();
  kept.keep(fork);
  expect(kept.ownContent("/a")).toBe("one two");
  fork.write("/a", "three");
  expect(files.merge(fork, "exact")).toBe(true);
  expect(files.content("/a")).toBe("one\nthree");
});

test("the nearest directory that was written speaks for a path, and the root for none", () => {
  const files = new WrittenFiles(undefined);
  files.write("/", "root");
  expect(files.content("/a/b")).toBeUndefined();
  files.write("/a/b/", "near");
  files.write("/a/", "far");
  expect(["/a/b/c/d", "/a/c", "/a/b", "/ab"].map((path) => files.content(path))).toEqual([
    "near",
    "far",
    "far",
    undefined,
  ]);
});

test("so it does for a path with more parents than are looked up one by one", () => {
  const files = new WrittenFiles(undefined);
  files.write("/a/", "far");
  files.write("/a/b", "near");
  files.write("/a/b/", "nearer");
  const path = `/a/b${"/c".repeat(2000)}`;
  expect([files.content(path), files.broughtAbove(path), files.content(`/ab${path}`)]).toEqual([
    "nearer",
    ["near"],
    undefined,
  ]);
});

test("what surely replaces a file leaves nothing of it, what may fail leaves what was there", () => {
  const files = new WrittenFiles(undefined);
  files.put("/a", { contents: ["one"], sure: true });
  files.put("/a", { contents: ["two"], sure: true });
  expect(files.contents("/a")).toEqual(["two"]);
  files.put("/a", { contents: ["three"] });
  files.put("/a", { contents: [" more"], append: true });
  expect(files.contents("/a")).toEqual(["two", "three", "two more", "three more"]);
  files.put("/b", { contents: ["first"], append: true });
  expect(files.contents("/b")).toEqual(["first"]);
});

test("a path that is not all known means every file it may be, and a directory what lies in it", () => {
  const files = new WrittenFiles(undefined);
  files.write("/w/a.sh", "one");
  files.write("/w/d/b.sh", "two");
  expect([files.meantBy(`/w/${ANY}`), files.meantBy("/w/a.sh"), files.below("/w/d"), files.below("/w/a.sh")]).toEqual([
    ["/w/a.sh", "/w/d/b.sh"],
    [],
    ["/w/d/b.sh"],
    [],
  ]);
});

test("what was put at a path may lie below it, where it is a directory", () => {
  const files = new WrittenFiles(undefined);
  files.write("/w/d", "far");
  files.write("/w/d/e", "near");
  files.write("/w/f/", "directory");
  expect(["/w/d/e/x", "/w/d/x", "/w/d", "/w/dd/x", "/w/f/x"].map((path) => files.broughtAbove(path))).toEqual([
    ["near"],
    ["far"],
    [],
    [],
    [],
  ]);
});

/** How many letters are looked up where one path is asked for. */
function lettersLookedUp(path: string): number {
  const files = new WrittenFiles(undefined);
  files.write("/d/", "content");
  const get = vi.spyOn(Map.prototype, "get");
  try {
    files.content(path);
    return get.mock.calls.reduce((sum, [name]) => sum + String(name).length, 0);
  } finally {
    get.mockRestore();
  }
}

test("a path of many directories is looked up once, not once for each of them", () => {
  const path = (letters: number): string => `/${"a/".repeat(letters / 2)}b`;
  expect(lettersLookedUp(path(1000))).toBeGreaterThan(0);
  expect(lettersLookedUp(path(10_000))).toBeLessThanOrEqual(10 * lettersLookedUp(path(1000)));
});
