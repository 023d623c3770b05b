import { expect, test } from "vitest";
import { ANY, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import {
  below,
  isBelow,
  isWild,
  segmentMeets,
  segmentsOf,
  startsWithPathHole,
} from "../../../../src/core/policy/zones/path-segments.ts";

test.each([
  ["etc", "etc", true],
  ["etcetera", "etc", false],
  ["id_rsa", "id_*", true],
  [`e${STAR}`, "etc", true],
  [`x${STAR}`, "etc", false],
  ["a*", "ab", false],
])("%j may be %s: %s", (segment, pattern, is) => {
  expect(segmentMeets(segment, pattern)).toBe(is);
});

test("a path is cut at its slashes, however many", () => {
  expect(segmentsOf("//a/b/")).toEqual(["a", "b"]);
});

test("a path lies below a place or is the place itself", () => {
  expect(isBelow([".ssh", "x"], [".aws", ".ssh"])).toBe(true);
  expect(isBelow([".ssh"], [".ssh"])).toBe(true);
  expect(isBelow([".config"], [".config/gh"])).toBe(false);
});

test.each([
  ["/home/dev", "/home/dev", []],
  ["/home/dev/a/b", "/home/dev", ["a", "b"]],
  ["/home/developer", "/home/dev", undefined],
  ["/a", "/", ["a"]],
])("%s below %s", (path, root, names) => {
  expect(below(path, root)).toEqual(names);
});

test("a name is wild when no letter of it is given", () => {
  expect([`.${STAR}`, STAR, `a${STAR}`, ".."].map(isWild)).toEqual([true, true, false, false]);
});

test("a path may begin with a hole that is all of it", () => {
  expect([`${ANY}/a`, `a${ANY}`, `${STAR}/a`, ""].map(startsWithPathHole)).toEqual([true, false, false, false]);
});
