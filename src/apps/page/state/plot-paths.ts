/** The shapes of small plots, as SVG paths. */

const short = (value: number): string => String(Math.round(value * 10) / 10);

export type Size = { readonly width: number; readonly height: number };

/** A line through values over time, from the left edge to the right; `top` is the value at the upper edge. */
export function linePath(
  points: readonly (readonly [at: number, value: number])[],
  { width, height }: Size,
  top: number,
): string {
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  const span = Math.max(1, last - first);
  return points
    .map(([at, value], index) => {
      const x = ((at - first) / span) * width;
      const y = height - 1 - (value / Math.max(1, top)) * (height - 2);
      return `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`;
    })
    .join("");
}

/** The same closed at the bottom. */
export const areaPath = (line: string, { width, height }: Size): string =>
  line === "" ? "" : `${line}L${width} ${height}L0 ${height}Z`;

/** Bars of several kinds on top of each other, a path for each kind; the highest reaches the upper edge, the lowest can be seen. */
export function stackedPaths(kinds: readonly (readonly number[])[], { width, height }: Size): readonly string[] {
  const many = kinds[0]?.length ?? 0;
  const heights = Array.from({ length: many }, (_, at) => kinds.reduce((sum, kind) => sum + (kind[at] ?? 0), 0));
  const top = Math.max(1, ...heights);
  const step = width / Math.max(1, many);
  const bases = Array.from({ length: many }, () => 0);
  return kinds.map((kind) =>
    kind
      .map((value, at) => {
        if (value <= 0) return "";
        const base = bases[at] ?? 0;
        bases[at] = base + value;
        const [low, tall] = [height - (base / top) * height, Math.max(1, (value / top) * height)];
        return `M${short(at * step)} ${short(low)}v${short(-tall)}h${short(step * 0.72)}v${short(tall)}z`;
      })
      .join(""),
  );
}
