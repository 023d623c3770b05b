import fc from "fast-check";
import { expect, test } from "vitest";
import { exponentOf, lastExponentOf, shapeOf } from "../../../bench/growth/fit.ts";

const SIZES = [8, 32, 128, 512];
const points = (ms: (size: number) => number) => SIZES.map((size) => ({ size, ms: ms(size) }));

test.each([0, 0.5, 1, 2])("a time that grows with the power %d has that exponent", (power) => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1000, noNaN: true }), (scale) => {
      expect(exponentOf(points((size) => scale * size ** power))).toBeCloseTo(power, 6);
      expect(lastExponentOf(points((size) => scale * size ** power))).toBeCloseTo(power, 6);
    }),
  );
});

test("one act is flat, linear or worse", () => {
  expect(
    shapeOf(
      points(() => 3),
      "one",
    ),
  ).toBe("flat");
  expect(
    shapeOf(
      points((size) => 3 * size),
      "one",
    ),
  ).toBe("linear");
  expect(
    shapeOf(
      points((size) => size ** 1.5),
      "one",
    ),
  ).toBe("worse");
});

test("an act on each is flat for each when the whole is linear, and worse otherwise", () => {
  expect(
    shapeOf(
      points((size) => 3 * size),
      "all",
    ),
  ).toBe("flat");
  expect(
    shapeOf(
      points((size) => size ** 1.5),
      "all",
    ),
  ).toBe("worse");
});

test("a fixed cost does not hide what grows in the end", () => {
  const square = points((size) => 100 + size ** 2 / 100);
  expect(exponentOf(square)).toBeLessThan(1.2);
  expect(shapeOf(square, "one")).toBe("worse");
});

test("noise of a tenth changes no verdict", () => {
  const wobble = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(wobble, (factors) => {
      const noisy = (ms: (size: number) => number) =>
        SIZES.map((size, index) => ({ size, ms: ms(size) * (factors[index] ?? 1) }));
      expect(
        shapeOf(
          noisy(() => 3),
          "one",
        ),
      ).toBe("flat");
      expect(
        shapeOf(
          noisy((size) => size),
          "one",
        ),
      ).toBe("linear");
      expect(
        shapeOf(
          noisy((size) => size ** 2),
          "one",
        ),
      ).toBe("worse");
    }),
  );
});

// As they were measured in 0.1.0 (ms): the instrument must call them what they were.
test.each([
  ["ListShells of 100, 300 and 1,000", "all", [1100, 8600, 118_000], [100, 300, 1000], "worse"],
  ["the save of 100, 1,000 and 5,000 functions", "one", [3.7, 13.8, 213], [100, 1000, 5000], "worse"],
  ["echo with 100, 1,000 and 5,000 variables", "one", [1, 1.3, 1.6], [100, 1000, 5000], "flat"],
] as const)("%s had its shape", (_what, kind, ms, sizes, shape) => {
  expect(
    shapeOf(
      sizes.map((size, index) => ({ size, ms: ms[index] ?? 0 })),
      kind,
    ),
  ).toBe(shape);
});
