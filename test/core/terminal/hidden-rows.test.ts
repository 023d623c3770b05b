import { expect, test } from "vitest";
import { hideInRows } from "../../../src/core/terminal/hidden-rows.ts";
import type { ScreenRow } from "../../../src/core/terminal/screen-rows.ts";

const row = (text: string, goesOn = false): ScreenRow => {
  const cells = Array.from(text.padEnd(8));
  return { cells, inverse: cells.map(() => true), grounds: cells.map(() => "1"), goesOn };
};
const textOf = (rows: readonly ScreenRow[]): string[] => rows.map(({ cells }) => cells.join("").trimEnd());
const hide = (text: string): string => text.replaceAll("SECRETVALUE", "[x]");

test("rows without such a value stay as they are", () => {
  const rows = [row("one"), row("two")];
  expect(hideInRows(rows, hide)).toEqual(rows);
});

test("a value that goes on in the next row is found, wrapped by the terminal or by the program", () => {
  for (const goesOn of [true, false]) {
    const rows = [row("a"), row("b SECRET"), row("VALUE c", goesOn), row("d")];
    expect(textOf(hideInRows(rows, hide))).toEqual(["a", "b [x] c", "", "d"]);
  }
});

test("where a value was, nothing is marked any more", () => {
  const [shown] = hideInRows([row("SECRETVA"), row("LUE", true)], hide);
  expect(shown?.inverse.includes(true)).toBe(false);
});
