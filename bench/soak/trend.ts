/** Whether a figure rises over time, or only wavers. */

export type Point = { readonly minute: number; readonly value: number };

export type Trend = {
  /** By the minute. */
  readonly slope: number;
  /** How far from zero chance alone takes the slope, once in a hundred such runs. */
  readonly noise: number;
  /** From the first to the last minute, by the slope. */
  readonly rise: number;
  readonly course: "level" | "rising" | "falling" | "too short";
};

/** Samples that follow each other are alike; medians of blocks of them are nearly independent. */
const BLOCKS = 10;
const LEAST_BLOCKS = 5;
/** Student's t, two-sided 99 %, by degrees of freedom from 3 on. */
const STUDENT = [5.84, 4.6, 4.03, 3.71, 3.5, 3.36];

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] =
    sorted.length % 2 === 1 ? [sorted[half], sorted[half]] : sorted.slice(half - 1);
  return (low + high) / 2;
};
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function blocksOf(points: readonly Point[]): readonly Point[] {
  const count = Math.min(BLOCKS, Math.floor(points.length / 2));
  return Array.from({ length: count }, (_, index) => {
    const block = points.slice(
      Math.floor((index * points.length) / count),
      Math.floor(((index + 1) * points.length) / count),
    );
    return { minute: meanOf(block.map(({ minute }) => minute)), value: medianOf(block.map(({ value }) => value)) };
  });
}

/**
 * The slope of a straight line through the medians of the blocks, and its noise by what they leave beside the line.
 * `least`: a rise that is below this over the whole time is none, however sure.
 */
export function trendOf(points: readonly Point[], least: number): Trend {
  const blocks = blocksOf(points);
  if (blocks.length < LEAST_BLOCKS)
    return { slope: Number.NaN, noise: Number.NaN, rise: Number.NaN, course: "too short" };
  const x = meanOf(blocks.map(({ minute }) => minute));
  const y = meanOf(blocks.map(({ value }) => value));
  const width = blocks.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  const slope = blocks.reduce((sum, { minute, value }) => sum + (minute - x) * (value - y), 0) / width;
  const left = blocks.reduce((sum, { minute, value }) => sum + (value - y - slope * (minute - x)) ** 2, 0);
  const freedom = blocks.length - 2;
  const noise = (STUDENT[freedom - 3] ?? 3.36) * Math.sqrt(left / freedom / width);
  const rise = slope * ((points.at(-1)?.minute ?? 0) - (points[0]?.minute ?? 0));
  const isSure = Math.abs(slope) > noise && Math.abs(rise) >= least;
  if (!isSure) return { slope, noise, rise, course: "level" };
  return { slope, noise, rise, course: slope > 0 ? "rising" : "falling" };
}
