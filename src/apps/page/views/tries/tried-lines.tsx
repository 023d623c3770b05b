import type { JSX } from "preact";
import type { Asked } from "../../state/watched.ts";
import { useViewName } from "../view-name.tsx";
import { VisibleText } from "../visible-text.tsx";

type Tried = NonNullable<Asked["question"]["tried"]>;

/** What a try of the asked command changed, in a question's card; the changes themselves stand in a view of their own. */
export function TriedLines({ tried: { id, lines } }: { readonly tried: Tried }): JSX.Element {
  const isShown = useViewName() === "tries";
  return (
    <>
      <pre class="asked" tabIndex={0} aria-label="What a try of it changed">
        <VisibleText text={lines.join("\n")} />
      </pre>
      {id !== undefined && !isShown && <a href={`#tries/${id}`}>See the changes side by side</a>}
    </>
  );
}
