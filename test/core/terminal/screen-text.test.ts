import { expect, test } from "vitest";
import { type ScreenDrawing, screenText } from "../../../src/core/terminal/screen-text.ts";

const drawing = (rows: readonly string[], more: Partial<ScreenDrawing> = {}): ScreenDrawing => ({
  size: { cols: 80, rows: rows.length },
  rows,
  cursor: { row: 1, column: 1 },
  isCursorHidden: false,
  isFullScreen: false,
  title: "",
  bells: 0,
  ...more,
});

const long = Array.from({ length: 12 }, (_, at) => `row ${at + 1} with some words on it`);

test("a screen is its size, its cursor and its rows, without empty ones at the end", () => {
  const text = screenText(drawing(["one", "", "three", "", ""], { cursor: { row: 3, column: 6 } }));
  expect(text).toBe("[80x5, cursor at row 3 column 6]\n  1 one\n  2\n> 3 three");
});

test("the row of the cursor is told also where it is empty", () => {
  expect(screenText(drawing(["one", "", ""], { cursor: { row: 3, column: 1 } }))).toBe(
    "[80x3, cursor at row 3 column 1]\n  1 one\n  2\n> 3",
  );
});

test("a program that has the screen to itself, a hidden cursor and a title are named", () => {
  const text = screenText(drawing(["x"], { isFullScreen: true, isCursorHidden: true, title: 'a "b"' }));
  expect(text).toBe('[80x1, full-screen program, cursor hidden at row 1 column 1, title "a \\"b\\""]\n> 1 x');
});

test("of a screen that was told, changed rows alone are told, and the cursor's", () => {
  const now = drawing(long.with(4, "other words"), { cursor: { row: 2, column: 1 } });
  expect(screenText(now, drawing(long))).toBe(
    "[80x12, cursor at row 2 column 1; only rows that changed]\n> 2 row 2 with some words on it\n  5 other words",
  );
});

test("rows that are empty now are named", () => {
  const now = drawing([...long.slice(0, 9), "", "", ""]);
  expect(screenText(now, drawing(long))).toMatch(/only rows that changed.*\n> 1 .*\n 10-12 \(empty now\)$/);
  expect(screenText(drawing([...long.slice(0, 11), ""]), drawing(long))).toMatch(/\n 12 \(empty now\)$/);
});

test("a screen that changed much, or its size, is told whole", () => {
  const other = long.map((row) => row.toUpperCase());
  expect(screenText(drawing(other), drawing(long))).toBe(screenText(drawing(other)));
  const wider = drawing(long, { size: { cols: 90, rows: 12 } });
  expect(screenText(wider, drawing(long))).toBe(screenText(wider));
});
