/** A stretch of a stream in absolute byte offsets, end excluded. */
export type ByteRange = { readonly start: number; readonly end: number };

/** The union of ranges: sorted, without empty ones, overlapping and touching ones joined. */
export function unionOf(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (start >= end) continue;
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** The parts of the ranges that lie within another. */
export const within = (ranges: readonly ByteRange[], outer: ByteRange): readonly ByteRange[] =>
  ranges
    .map(({ start, end }) => ({ start: Math.max(start, outer.start), end: Math.min(end, outer.end) }))
    .filter(({ start, end }) => start < end);

/** How many bytes the ranges have, none counted twice. */
export const bytesOf = (ranges: readonly ByteRange[]): number =>
  unionOf(ranges).reduce((sum, { start, end }) => sum + end - start, 0);
