import { expect, test } from "vitest";
import { OUTPUT } from "../../../../src/core/policy/values/abstract-text.ts";
import {
  either,
  optional,
  possibleTexts,
  printedTexts,
  readTexts,
} from "../../../../src/core/policy/walk/possible-outputs.ts";

test("an output without a choice is itself", () => {
  expect([either(["a", "a"]), either([]), possibleTexts("ab")]).toEqual(["a", "", ["ab"]]);
});

test("a choice is each of its texts, with what stands around it", () => {
  expect(possibleTexts(`x${either(["a", "b"])}y`)).toEqual(["xay", "xby"]);
  expect(possibleTexts(`${optional("#")}rm`)).toEqual(["#rm", "rm"]);
});

test("choices follow each other and stand in each other", () => {
  expect(possibleTexts(either(["a", "b"]) + either(["c", "d"]))).toEqual(["ac", "ad", "bc", "bd"]);
  expect(possibleTexts(`${either([`a${either(["b", "c"])}`, optional("d")])}e`)).toEqual(["abe", "ace", "de", "e"]);
});

test("an empty text is no output where there is another", () => {
  expect(printedTexts(optional("a"))).toEqual(["a"]);
  expect(printedTexts(either(["", " "]))).toEqual([""]);
});

test("of too many texts each choice is taken once, and one is unknown", () => {
  const texts = possibleTexts(["a", "b", "c", "d", "e", "f"].map(optional).join(""));
  expect(texts.length).toBeLessThanOrEqual(24);
  expect(texts).toContain("abcdef");
  expect(texts.at(-1)).toContain(OUTPUT);
});

test("a command reads each text while they are few, else all at once and what cannot be known", () => {
  const output = either(["a", "b", "c"]);
  expect(readTexts(output, 5)).toEqual(["a", "b", "c"]);
  expect(readTexts(output, 6)).toEqual([`abc${OUTPUT}`]);
  expect(readTexts("a", 100)).toEqual(["a"]);
});
