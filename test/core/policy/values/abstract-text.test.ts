import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as texts from "../../../../src/core/policy/values/abstract-text.ts";
import { ANY, alternatives } from "../../../../src/core/policy/values/abstract-text.ts";
import { hasGlob } from "../../../../src/core/policy/values/globs.ts";

/** The noncharacters that holes are written with, U+FDD0 to U+FDEF; not all of them are a hole yet. */
const BLOCK = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0xfdd0 + index));

describe("every question is answered by exactly these holes", () => {
  test.each([
    ["GLOB_HOLES", texts.GLOB_HOLES, /[\uFDD4-\uFDD7]/],
    ["PATH_HOLES", texts.PATH_HOLES, /[\uFDD0-\uFDD2\uFDDA-\uFDDD]/],
    ["PATH_PART_HOLES", texts.PATH_PART_HOLES, /[\uFDD4-\uFDD9\uFDDF]/],
    ["FORM_HOLES", texts.FORM_HOLES, /[\uFDD3-\uFDD9\uFDDF\uFDE1\uFDE2]/],
    ["FOREIGN_HOLES", texts.FOREIGN_HOLES, /[\uFDDB\uFDDC]/],
    ["SECRET_HOLES", texts.SECRET_HOLES, /[\uFDDA\uFDE3]/],
    ["LOCAL_HOLES", texts.LOCAL_HOLES, /[\uFDDA\uFDDD\uFDDE\uFDE3\uFDE5]/],
    ["CODE_HOLES", texts.CODE_HOLES, /[\uFDD0-\uFDD2\uFDDA\uFDDD\uFDE3-\uFDE5]/],
    ["SCRIPT_HOLES", texts.SCRIPT_HOLES, /[\uFDD0-\uFDD2\uFDDA\uFDDD\uFDDE\uFDE3-\uFDE5]/],
    ["COPY_HOLES", texts.COPY_HOLES, /[\uFDDA\uFDDD]/],
    ["FULL_HOLES", texts.FULL_HOLES, /\uFDD1/],
  ])("%s", (_, holes, characters) => {
    expect(holes.toSorted()).toEqual(BLOCK.filter((character) => characters.test(character)));
  });
});

test("every hole has a character of its own", () => {
  const holes = Object.values(texts).filter((value) => typeof value === "string");
  expect(holes.toSorted()).toEqual(BLOCK.slice(0, 22));
});

test("the signs of a choice are the last of the block, and no holes", () => {
  expect(Object.values(texts.CHOICE)).toEqual(BLOCK.slice(-3));
  expect(texts.isKnown(Object.values(texts.CHOICE).join(""))).toBe(true);
  expect(BLOCK.every((character) => texts.OWN_CHARACTER.test(character))).toBe(true);
});

const HOLES = BLOCK.slice(0, -3).map((character, index) => [(0xfdd0 + index).toString(16), character]);

test.each(HOLES)("U+%s is a hole", (_, hole) => {
  const text = `a${hole}b${hole}`;
  expect([texts.isKnown(text), texts.holesOf(text), texts.replaceHoles(text, "$&")]).toEqual([false, hole, "a$&b$&"]);
  expect(hasGlob(text)).toBe(texts.holds(hole, ...texts.GLOB_HOLES));
});

test("the characters beside the holes are known", () => {
  for (const character of ["\uFDCF", "\uFDF0"]) expect(texts.isKnown(character)).toBe(true);
});

test("a value too long to be followed keeps its holes, each once, in order", () => {
  const { bounded, SECRET, FILE, ANY } = texts;
  expect(bounded(`${"x".repeat(16 * 1024)}${SECRET}y${FILE}${SECRET}`)).toBe(ANY + SECRET + FILE);
});

test("holds and without ask for each hole", () => {
  const { ANY, FILE, holds, SECRET, without } = texts;
  expect([holds(`a${FILE}`, ANY, FILE), holds(`a${FILE}`, ANY), holds(FILE)]).toEqual([true, false, false]);
  expect(without(`${ANY}a${FILE}b${ANY}${SECRET}`, ANY, FILE)).toBe(`ab${SECRET}`);
});

/** Files that may spell the characters of holes. */
const SPELLS = [
  "src/core/policy/values/abstract-text.ts",
  "test/core/policy/values/abstract-text.test.ts",
  "test/core/policy/judge.test.ts", // a command that holds one
];

test("only the table spells the characters of holes", () => {
  const files = ["src", "test"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(root, file)),
  );
  const spelled = /(?:\\u\{?|0x)fd[de]|[\uFDD0-\uFDEF]/i;
  expect(files.filter((file) => spelled.test(readFileSync(file, "utf8"))).toSorted()).toEqual(SPELLS.toSorted());
});

test("too many values become one hole", () => {
  const many = alternatives(Array.from({ length: 100 }, (_, index) => String(index)));
  expect([many.length, many.at(-1)]).toEqual([24, ANY]);
});
