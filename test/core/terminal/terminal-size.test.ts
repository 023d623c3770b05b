import { expect, test } from "vitest";
import { boundedSize, DEFAULT_SIZE, SIZE_BOUNDS } from "../../../src/core/terminal/terminal-size.ts";

test("a size within the bounds stays, any other comes as near as they allow", () => {
  expect(boundedSize(DEFAULT_SIZE)).toEqual(DEFAULT_SIZE);
  expect(boundedSize({ cols: 0, rows: 1 })).toEqual({ cols: SIZE_BOUNDS.cols.least, rows: SIZE_BOUNDS.rows.least });
  expect(boundedSize({ cols: 10_000, rows: 10_000 })).toEqual({
    cols: SIZE_BOUNDS.cols.most,
    rows: SIZE_BOUNDS.rows.most,
  });
});
