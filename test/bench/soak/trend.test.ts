import fc from "fast-check";
import { expect, test } from "vitest";
import { trendOf } from "../../../bench/soak/trend.ts";

/** A repeatable noise of this size around zero: a test must say the same every time. */
function noiseOf(size: number, seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state / 2 ** 31 - 0.5) * 2 * size;
  };
}
const series = (value: (minute: number) => number, count = 120) =>
  Array.from({ length: count }, (_, index) => ({ minute: index / 12, value: value(index / 12) }));

test("a leak of one a minute is found within ten minutes, under noise of three", () => {
  const noise = noiseOf(3, 1);
  const trend = trendOf(
    series((minute) => 100 + minute + noise()),
    3,
  );
  expect(trend.course).toBe("rising");
  expect(trend.slope).toBeCloseTo(1, 0);
  expect(trend.rise).toBeGreaterThan(5);
});

test("noise alone is level, but for about one series in a hundred", () => {
  const risen = Array.from({ length: 500 }, (_, seed) => {
    const noise = noiseOf(10, seed * 7919 + 1);
    return trendOf(
      series(() => 100 + noise()),
      0,
    ).course;
  }).filter((course) => course !== "level");
  expect(risen.length).toBeLessThan(15);
});

test("what swings with the load and comes back is level", () => {
  expect(
    trendOf(
      series((minute) => 100 + 10 * Math.sin(minute * 4)),
      3,
    ).course,
  ).toBe("level");
});

test("a rise that is sure but too small is level", () => {
  expect(
    trendOf(
      series((minute) => 100 + minute / 10),
      3,
    ).course,
  ).toBe("level");
});

test("what falls is falling", () => {
  expect(
    trendOf(
      series((minute) => 100 - minute),
      3,
    ).course,
  ).toBe("falling");
});

test("single outliers do not make a slope", () => {
  const points = series(() => 100).map((point, index) => (index === 100 ? { ...point, value: 5000 } : point));
  expect(trendOf(points, 3).course).toBe("level");
});

test("a few samples are too short to say", () => {
  expect(
    trendOf(
      series((minute) => minute, 9),
      0,
    ).course,
  ).toBe("too short");
  expect(trendOf([], 0).course).toBe("too short");
});

test("a straight line has its own slope and no noise, whatever its scale", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (slope, start) => {
      const trend = trendOf(
        series((minute) => start + slope * minute),
        0,
      );
      expect(trend.slope / slope).toBeCloseTo(1, 6);
      expect(trend.noise / slope).toBeLessThan(1e-6);
    }),
  );
});
