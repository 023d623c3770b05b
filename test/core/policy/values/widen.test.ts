import { expect, test } from "vitest";
import { ANY, SECRET, STAR } from "../../../../src/core/policy/values/abstract-text.ts";
import { widenValues } from "../../../../src/core/policy/values/widen.ts";

test("a text that grows keeps its beginning or its end", () => {
  expect(widenValues(["abbb"], ["a", "ab", "abb"])).toEqual([`abb${ANY}`]);
  expect(widenValues(["bbba"], ["a", "ba", "bba"])).toEqual([`${ANY}bba`]);
  expect(widenValues([`abb${ANY}b`], ["a", "ab", "abb", `abb${ANY}`])).toEqual([]);
});

test("and where the rest came from", () => {
  expect(widenValues([`abb${SECRET}`], ["a", "ab", "abb"])).toEqual([`abb${ANY}${SECRET}`]);
});

test("a path that climbs may be any", () => {
  expect(widenValues(["a/../../.."], ["a", "a/..", "a/../.."])).toEqual([ANY]);
  expect(widenValues(["/a/b"], ["/a/b/c/d", "/a/b/c"])).toEqual(["/a/b", "/", "/a"]);
});

test("words that are listed once are enough", () => {
  expect(widenValues([` ${STAR}.ts ${STAR}.ts`], ["", ` ${STAR}.ts`])).toEqual([]);
  expect(widenValues([" a b"], ["", " a"])).toEqual([" a b"]);
});

test("a value that did not grow is kept", () => {
  expect(widenValues(["/etc"], ["a", "b", "c"])).toEqual(["/etc"]);
  expect(widenValues(["/home/dev"], [ANY, "build"])).toEqual(["/home/dev"]);
});
