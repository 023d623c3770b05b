import { expect, test } from "vitest";
import { BOUNDED_WIDTHS, cellWidth, LONGEST_CELL } from "../../../../src/core/terminal/emulator/cell-widths.ts";

test.each([
  ["a", 1],
  ["é", 1],
  ["\u00ad", 1],
  ["\u0301", 0],
  ["\u200d", 0],
  ["\ufe0f", 0],
  ["日", 2],
  ["한", 2],
  ["Ａ", 2],
  ["😀", 2],
  ["⟦", 1],
  ["│", 1],
  ["𠀀", 2],
])("%j takes %i cells, whenever it is asked", (character, width) => {
  const code = character.codePointAt(0) ?? 0;
  expect([cellWidth(code), cellWidth(code)]).toEqual([width, width]);
});

test("a cell takes in so many accents and no more", () => {
  let before = BOUNDED_WIDTHS.charProperties(0x65, 0);
  let joined = 0;
  for (let i = 0; i < 100; i++) {
    before = BOUNDED_WIDTHS.charProperties(0x301, before);
    joined += before & 1;
  }
  expect(joined).toBe(LONGEST_CELL - 1);
});
