import type { Run } from "./styled-runs.ts";

/** A run that is, or is not, a part of what was searched for. */
export type MarkedRun = Run & { readonly isHit: boolean };

/** Longer lines are shown up to here: a page of one line would be too much for a browser to lay out. */
export const SHOWN_CHARS = 4000;

/** The runs of a line, cut where a match begins or ends, and to what is shown. */
export function markedRuns(runs: readonly Run[], query: RegExp | undefined): readonly MarkedRun[] {
  const shown = cutTo(runs, SHOWN_CHARS);
  const hits = query === undefined ? [] : rangesOf(shown.map(({ text }) => text).join(""), query);
  const marked: MarkedRun[] = [];
  let start = 0;
  for (const { text, style } of shown) {
    for (const [from, to, isHit] of partsOf(start, start + text.length, hits)) {
      marked.push({ text: text.slice(from - start, to - start), style, isHit });
    }
    start += text.length;
  }
  return marked;
}

function cutTo(runs: readonly Run[], most: number): readonly Run[] {
  let left = most;
  return runs.flatMap(({ text, style }) => {
    const part = text.slice(0, Math.max(0, left));
    left -= text.length;
    return part === "" ? [] : [{ text: part, style }];
  });
}

type Range = readonly [from: number, to: number];

const rangesOf = (text: string, query: RegExp): readonly Range[] =>
  Array.from(text.matchAll(new RegExp(query.source, `g${query.flags.replace("g", "")}`)))
    .filter(([match]) => match !== "")
    .map(({ 0: match, index }) => [index, index + match.length]);

/** A stretch in parts that lie in one of these ranges, or in none. */
export function partsOf(start: number, end: number, hits: readonly Range[]): (readonly [...Range, isHit: boolean])[] {
  const parts: (readonly [...Range, isHit: boolean])[] = [];
  let at = start;
  for (const [from, to] of hits) {
    if (to <= at || from >= end) continue;
    if (from > at) parts.push([at, from, false]);
    parts.push([Math.max(at, from), Math.min(end, to), true]);
    at = Math.min(end, to);
  }
  if (at < end) parts.push([at, end, false]);
  return parts;
}
