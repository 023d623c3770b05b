import { expect, test } from "vitest";
import { bytesOf, unionOf, within } from "../../../../src/core/output/store/byte-range.ts";

const range = (start: number, end: number) => ({ start, end });

test("ranges that touch or overlap are one, empty ones are none", () => {
  expect(unionOf([range(5, 9), range(0, 3), range(3, 4), range(6, 7), range(20, 20), range(8, 10)])).toEqual([
    range(0, 4),
    range(5, 10),
  ]);
});

test("what lies outside is cut away", () => {
  expect(within([range(0, 4), range(5, 10), range(12, 14)], range(2, 12))).toEqual([range(2, 4), range(5, 10)]);
});

test("no byte is counted twice", () => {
  expect(bytesOf([range(0, 4), range(2, 6), range(8, 9)])).toBe(7);
});
