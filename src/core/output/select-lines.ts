import type { LineFilter } from "./line-filter.ts";
import { linesIn, type Rendering } from "./truncate.ts";

export type Selection = {
  readonly filter?: LineFilter | undefined;
  /** The first and the last so many lines. With both, what lies between is left out and counted. */
  readonly head?: number | undefined;
  readonly tail?: number | undefined;
};

/** The lines of a rendering that a reader asked for. */
export function selectLines(rendering: Rendering, selection: Selection): Rendering {
  const { filter } = selection;
  const wanted =
    filter === undefined
      ? rendering
      : { ...rendering, head: matching(rendering.head, filter), tail: matching(rendering.tail, filter) };
  return ends(wanted, selection);
}

const matching = (text: string, filter: LineFilter): string =>
  linesOf(text)
    .filter((line) => filter.matches(withoutNewline(line)))
    .join("");

function ends(rendering: Rendering, { head, tail }: Selection): Rendering {
  if (head === undefined && tail === undefined) return rendering;
  if (rendering.missing !== undefined) return endsAround(rendering, head, tail);
  const lines = linesOf(rendering.head);
  const first = lines.slice(0, head ?? 0);
  const last = lines.slice(Math.max(first.length, lines.length - (tail ?? 0)));
  if (head === undefined || tail === undefined) return { head: [...first, ...last].join(""), tail: "" };
  const left = lines.slice(first.length, lines.length - last.length);
  if (left.length === 0) return rendering;
  const missing = { chars: left.join("").length, lines: left.length, exact: true };
  return { head: first.join(""), tail: last.join(""), missing };
}

/** The middle is unknown: enough lines on the side that was asked for make it unimportant; too few leave it named. */
function endsAround(rendering: Rendering, head: number | undefined, tail: number | undefined): Rendering {
  const before = linesOf(rendering.head);
  const after = linesOf(rendering.tail);
  if (tail === undefined && before.length > (head ?? 0)) return { head: before.slice(0, head).join(""), tail: "" };
  if (head === undefined && after.length > (tail ?? 0)) {
    return { head: after.slice(after.length - (tail ?? 0)).join(""), tail: "" };
  }
  const first = before.slice(0, head ?? 0).join("");
  const last = after.slice(Math.max(0, after.length - (tail ?? 0))).join("");
  const middle = rendering.missing ?? { chars: 0, lines: 0, exact: true };
  const unshown = rendering.head.length + rendering.tail.length - first.length - last.length;
  const unshownLines = linesIn(rendering.head) + linesIn(rendering.tail) - linesIn(first) - linesIn(last);
  const missing = { ...middle, chars: middle.chars + unshown, lines: middle.lines + unshownLines };
  return { head: first, tail: last, missing };
}

/** The lines of a text, each with its newline. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const withoutNewline = (line: string): string => (line.endsWith("\n") ? line.slice(0, -1) : line);
