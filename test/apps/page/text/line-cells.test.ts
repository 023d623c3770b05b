import { expect, test } from "vitest";
import { cellsOf } from "../../../../src/apps/page/text/line-cells.ts";

test.each([
  ["plain text", 10],
  ["\u001b[31mred\u001b[0m", 3],
  ["a\tb", 9],
  ["你好", 4],
  ["😀", 2],
  ["ü", 1],
  ["\u202e", 8],
  ["", 0],
])("%j takes %i cells", (line, cells) => {
  expect(cellsOf(line)).toBe(cells);
});
