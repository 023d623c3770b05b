import { steadyMs } from "../../base/clock.ts";
import { FILTER_MS } from "../../base/limits.ts";
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
  return ends(filter === undefined ? rendering : filtered(rendering, filter), selection);
}

function filtered(rendering: Rendering, filter: LineFilter): Rendering {
  const deadline = steadyMs() + FILTER_MS;
  const head = matching(rendering.head, filter, deadline);
  const tail = head.unread === "" ? matching(rendering.tail, filter, deadline) : { text: "", unread: rendering.tail };
  const unread = head.unread + tail.unread;
  if (unread === "") return { ...rendering, head: head.text, tail: tail.text };
  const { chars, lines, exact } = rendering.missing ?? { chars: 0, lines: 0, exact: true };
  const missing = { chars: chars + unread.length, lines: lines + linesIn(unread), exact };
  return { head: head.text + tail.text, tail: "", missing };
}

function matching(
  text: string,
  filter: LineFilter,
  deadline: number,
): { readonly text: string; readonly unread: string } {
  let kept = "";
  let at = 0;
  while (at < text.length && steadyMs() < deadline) {
    const newline = text.indexOf("\n", at);
    const next = newline === -1 ? text.length : newline + 1;
    if (filter.matches(text.slice(at, newline === -1 ? next : newline))) kept += text.slice(at, next);
    at = next;
  }
  return { text: kept, unread: text.slice(at) };
}

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

/** For a rendering without its middle: where one end has enough lines the middle does not matter, else it counts as missing. */
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
