import type { JSX, RefObject } from "preact";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { count, sayNumber } from "../../state/say.ts";
import { queryOf } from "../../text/line-store.ts";
import { Icon } from "../icon.tsx";
import { useModel } from "../use-model.tsx";

/** What is searched for, and where the search stands. */
export type Search = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly isPattern: boolean;
  readonly isOnly: boolean;
  /** How many lines match, as it is. */
  readonly words: string;
  /** The line that the search stands at. */
  readonly now: number | undefined;
  readonly type: (text: string) => void;
  readonly togglePattern: () => void;
  readonly toggleOnly: () => void;
  readonly step: (by: number) => void;
};

/** Kept when another shell is chosen. */
export function useSearch(): Search {
  const { lines } = useModel();
  const field = useRef<HTMLInputElement>(null);
  const [typed, type] = useState("");
  const [isPattern, setPattern] = useState(false);
  const [isOnly, setOnly] = useState(false);
  const [at, setAt] = useState(0);
  const query = queryOf(typed, isPattern);
  const [, draw] = useReducer((many: number) => many + 1, 0);
  useEffect(() => {
    lines.find(typeof query === "string" ? undefined : query);
    setAt(0);
    draw(undefined); // what was found is not a state that preact knows of
  }, [lines, typed, isPattern]);
  const many = lines.hits.length;
  const now = many === 0 ? 0 : ((at % many) + many) % many;
  const found = many === 0 ? "no line" : `${sayNumber(now + 1)} of ${count(many, "line")}`;
  const words = typeof query === "string" ? query : query && found;
  return {
    field,
    typed,
    isPattern,
    isOnly,
    words: words ?? "",
    now: lines.query === undefined ? undefined : lines.hits[now],
    type,
    togglePattern: () => setPattern(!isPattern),
    toggleOnly: () => setOnly(!isOnly),
    step: (by) => setAt(now + by),
  };
}

type SearchBarProps = {
  readonly search: Search;
  readonly onType: (text: string) => void;
  readonly onStep: (by: number) => void;
};

export const SearchBar = ({ search, onType, onStep }: SearchBarProps): JSX.Element => (
  <>
    <div class="search">
      <Icon name="search" tone="dim" />
      <input
        ref={search.field}
        type="text"
        aria-label="Search the output"
        placeholder="Search the output"
        spellcheck={false}
        value={search.typed}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <span class="count-text" role="status">
        {search.words}
      </span>
      <button type="button" class="quiet" aria-label="Previous match" onClick={() => onStep(-1)}>
        <Icon name="up" />
      </button>
      <button type="button" class="quiet" aria-label="Next match" onClick={() => onStep(1)}>
        <Icon name="down" />
      </button>
    </div>
    <button
      type="button"
      class="wide-only"
      aria-label="Regular expression"
      title="Regular expression"
      aria-pressed={search.isPattern}
      onClick={search.togglePattern}
    >
      .*
    </button>
    <button type="button" class="wide-only" aria-pressed={search.isOnly} onClick={search.toggleOnly}>
      Only matches
    </button>
  </>
);
