import type { JSX } from "preact";
import { visiblePieces } from "../text/hidden-characters.ts";
import { partsOf } from "../text/marked-runs.ts";

/** Text in which hidden characters are shown by name. Always a text node, whatever is in it. */
export const VisibleText = ({ text }: { readonly text: string }): JSX.Element => (
  <>{visiblePieces(text).map((piece) => ("code" in piece ? <span class="chip">{piece.code}</span> : piece.text))}</>
);

/** The same in the letters of code. */
export const Code = ({ text, look }: { readonly text: string; readonly look?: string }): JSX.Element => (
  <code class={look}>
    <VisibleText text={text} />
  </code>
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
      {partsOf(
        0,
        text.length,
        marks.toSorted((a, b) => a[0] - b[0]),
      ).map(([from, to, isMarked]) => {
        const words = wordsOf(text.slice(from, to));
        return isMarked ? <mark>{words}</mark> : words;
      })}
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
