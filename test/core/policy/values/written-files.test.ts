import { expect, test, vi } from "vitest";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { WrittenFiles } from "../../../../src/core/policy/values/written-files.ts";

test("a fork's files are its own until they are kept or merged", () => {
  const files = new WrittenFiles(undefined);
  files.write("/a", "one");
  const fork = files.fork();
  fork.append("/a", " two");
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
