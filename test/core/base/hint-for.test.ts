import { expect, test } from "vitest";
import { hintFor } from "../../../src/core/base/hint-for.ts";

const KNOWN = ["timeout", "command", "head"];

test.each([
  ["a letter too few", "timout"],
  ["a letter too many", "timeoutt"],
  ["two letters changed", "tmieout"],
])("%s is a hint at the word that was meant", (_, word) => {
  expect(hintFor(word, KNOWN)).toBe("did you mean timeout?");
});

test("a word close to none is answered with all of them", () => {
  expect(hintFor("banana", KNOWN)).toBe("there are timeout, command, head");
});

test("a short word is meant when one letter differs, and not when two do", () => {
  expect([hintFor("hea", KNOWN), hintFor("hx", ["ab"])]).toEqual(["did you mean head?", "there are ab"]);
});

test("the hint is shown as the caller writes it", () => {
  expect(hintFor("heed", KNOWN, (name) => `--${name}`)).toBe("did you mean --head?");
});
