/** How a time grows with a size: `time ~ size^exponent`, read off a straight line through the logarithms. */

/** `one`: a single act among so many (a command beside 1,000 shells). `all`: an act on each of them (list 1,000 shells). */
export type Kind = "one" | "all";

/** What a thing costs as its surroundings grow. For `all`: what it costs for each. */
export type Shape = "flat" | "linear" | "worse";

type Point = { readonly size: number; readonly ms: number };

/** A time that grows by less than this exponent is flat: noise and caches alone make as much. */
const FLAT = 0.2;
/** The same above linear. */
const LINEAR = 1.2;

/** The exponent over all points, by least squares. */
export function exponentOf(points: readonly Point[]): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ ms }) => Math.log(ms));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const across = xs.reduce((sum, value, index) => sum + (value - x) * ((ys[index] ?? y) - y), 0);
  return across / xs.reduce((sum, value) => sum + (value - x) ** 2, 0);
}

/** The exponent between the two largest sizes: a fixed cost hides there the least. */
export function lastExponentOf(points: readonly Point[]): number {
  return exponentOf(points.slice(-2));
}

/**
 * The worse of the two exponents decides: over all sizes a fixed cost flattens what grows in the end. `all` is linear in
 * the whole by nature, so that it is flat for each, or worse.
 */
export function shapeOf(points: readonly Point[], kind: Kind): Shape {
  const exponent = Math.max(exponentOf(points), lastExponentOf(points));
  if (exponent > LINEAR) return "worse";
  return kind === "all" || exponent <= FLAT ? "flat" : "linear";
}
