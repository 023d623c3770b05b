import { expect, test } from "vitest";
import { areaPath, linePath, stackedPaths } from "../../../../src/apps/page/state/plot-paths.ts";

const SIZE = { width: 100, height: 12 };

test("a line goes from the left edge to the right, its highest value at the top", () => {
  const line = linePath(
    [
      [1000, 0],
      [1500, 10],
      [2000, 5],
    ],
    SIZE,
    10,
  );
  expect(line).toBe("M0 11L50 1L100 6");
  expect(areaPath(line, SIZE)).toBe("M0 11L50 1L100 6L100 12L0 12Z");
  expect(areaPath(linePath([], SIZE, 10), SIZE)).toBe("");
});

test("a bar stands for each value but zero, and the smallest can be seen", () => {
  const size = { width: 30, height: 10 };
  expect(stackedPaths([[0, 10, 5]], size)).toEqual(["M10 10v-10h7.2v10zM20 10v-5h7.2v5z"]);
  expect(stackedPaths([[1000, 0, 1]], size)).toEqual(["M0 10v-10h7.2v10zM20 10v-1h7.2v1z"]);
  expect(stackedPaths([[0, 0]], SIZE)).toEqual([""]);
});

test("kinds of bars stand on each other, the highest pile at the top", () => {
  expect(
    stackedPaths(
      [
        [2, 0],
        [2, 1],
      ],
      { width: 20, height: 8 },
    ),
  ).toEqual(["M0 8v-4h7.2v4z", "M0 4v-4h7.2v4zM10 8v-2h7.2v2z"]);
  expect(stackedPaths([[], []], SIZE)).toEqual(["", ""]);
});
