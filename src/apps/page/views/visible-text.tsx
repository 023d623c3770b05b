import type { JSX } from "preact";
import { visiblePieces } from "../text/hidden-characters.ts";

/** Text in which hidden characters are shown by name. Always a text node, whatever is in it. */
export const VisibleText = ({ text }: { readonly text: string }): JSX.Element => (
  <>{visiblePieces(text).map((piece) => ("code" in piece ? <span class="chip">{piece.code}</span> : piece.text))}</>
);

type Span = readonly [start: number, end: number];

/** Longer commands are not cut into words: they break anywhere. */
const WORDS_CHARS = 20_000;

/** A command, whole. The asked parts are marked; a word does not break at its hyphens. */
export function CommandText({
  text,
  marks = [],
}: {
  readonly text: string;
  readonly marks?: readonly Span[];
}): JSX.Element {
  return (
    <bdi dir="ltr">
      {segmentsOf(text, marks).map(({ part, isMarked }) => (isMarked ? <mark>{wordsOf(part)}</mark> : wordsOf(part)))}
    </bdi>
  );
}

function wordsOf(text: string): (JSX.Element | string)[] {
  if (text.length > WORDS_CHARS) return [<VisibleText text={text} />];
  return text.split(/(\s+)/).map((word) =>
    /^\s*$/.test(word) ? (
      word
    ) : (
      <span class="word">
        <VisibleText text={word} />
      </span>
    ),
  );
}

function segmentsOf(
  text: string,
  marks: readonly Span[],
): readonly { readonly part: string; readonly isMarked: boolean }[] {
  const segments: { part: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    if (start > at) segments.push({ part: text.slice(at, start), isMarked: false });
    segments.push({ part: text.slice(Math.max(at, start), end), isMarked: true });
    at = end;
  }
  if (at < text.length) segments.push({ part: text.slice(at), isMarked: false });
  return segments;
}
