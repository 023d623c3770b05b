import type { Entry } from "./entries.ts";
import type { Line } from "./lines.ts";

/** No more lines than this are judged for one entry. */
const MOST = 400;

type Touch = Pick<Entry, "words" | "around">;

/** Lines by the words in them. */
export class LineIndex {
  readonly #byWord = new Map<string, number[]>();
  readonly lines: readonly Line[];

  constructor(lines: readonly Line[]) {
    this.lines = lines;
    for (const [at, { command, rules }] of lines.entries())
      for (const word of [...wordsOf(command), ...rules]) {
        const known = this.#byWord.get(word);
        if (known === undefined) this.#byWord.set(word, [at]);
        else known.push(at);
      }
  }

  /** The lines that an entry may decide, those first that have most to do with it. */
  deciding({ words, around }: Touch): readonly Line[] {
    const own = new Set(this.#with(words));
    const near = new Set(this.#with(around));
    const both = [...own].filter((at) => near.has(at));
    return [...new Set([...both, ...own, ...near])].slice(0, MOST).flatMap((at) => this.lines[at] ?? []);
  }

  /** The texts of these lines. */
  linesFor(touch: Touch): readonly string[] {
    return this.deciding(touch).map(({ command }) => command);
  }

  /** The lines with one of these words, those with a rare one first. */
  #with(words: readonly string[]): readonly number[] {
    return words
      .flatMap((word) => [this.#byWord.get(word) ?? []])
      .toSorted((one, other) => one.length - other.length)
      .flat();
  }
}

/** The words of a line, and the parts of words. */
const wordsOf = (command: string): ReadonlySet<string> => {
  const words = command.split(/[\s'"`;|&()<>{}$,]+/);
  return new Set([...words, ...words.flatMap((word) => word.split(/[=:/@]+/)), ...(command.match(/\w+/g) ?? [])]);
};
