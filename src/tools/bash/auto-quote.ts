import { type SimpleCommand, simpleCommandsIn, type Word } from "./simple-commands.ts";

export type Quoted = { readonly text: string; readonly paths: readonly string[] };

/** Words after these are syntax or a list, not a file's name. */
const KEYWORDS = new Set(["for", "select", "case", "function", "export", "declare", "local", "alias", "set", "unset"]);
/** Such a path is two words, one space apart, and stands behind a program if it is none itself: most short commands hold none. */
const MAY_HOLD_ONE = /[/\t]| [^]* /;
/** Longer runs of words are not a file's name. */
const MOST_WORDS = 12;

/**
 * Quotes paths with spaces that were written without quotes: adjacent plain words of one simple command which, joined by
 * single spaces, name an existing path while the first alone does not. Nothing else in the text is changed.
 */
export function autoQuote(text: string, exists: (path: string) => boolean): Quoted {
  if (!MAY_HOLD_ONE.test(text)) return { text, paths: [] };
  // Without two plain words side by side there is no such path; most commands end here, without a look at the disk.
  const commands = simpleCommandsIn(text) ?? [];
  const runs = commands.flatMap((command) => runsIn(command, exists, text));
  const quoted = runs.reduceRight(
    (whole, { start, end, path }) => `${whole.slice(0, start)}'${path}'${whole.slice(end)}`,
    text,
  );
  return { text: quoted, paths: runs.map(({ path }) => path) };
}

type Run = { readonly start: number; readonly end: number; readonly path: string };

function runsIn({ words }: SimpleCommand, exists: (path: string) => boolean, text: string): Run[] {
  const runs: Run[] = [];
  if (KEYWORDS.has(words[0]?.text ?? "")) return runs;
  // The first word names the program, unless it is a path itself.
  for (let at = words[0]?.text.includes("/") === true ? 0 : 1; at < words.length; at += 1) {
    const run = longestRun(words.slice(at, at + MOST_WORDS), exists, text);
    if (run === undefined) continue;
    runs.push(run);
    at += run.words - 1;
  }
  return runs;
}

function longestRun(
  words: readonly Word[],
  exists: (path: string) => boolean,
  text: string,
): (Run & { readonly words: number }) | undefined {
  const [first] = words;
  const length = words.findIndex((word, index) => !isJoinable(word, words[index - 1], text));
  const count = length === -1 ? words.length : length;
  if (first === undefined || count < 2 || first.text.startsWith("-") || exists(first.text)) return undefined;
  for (let size = count; size >= 2; size -= 1) {
    const path = words
      .slice(0, size)
      .map(({ text: word }) => word)
      .join(" ");
    const last = words[size - 1];
    if (last !== undefined && exists(path)) return { start: first.start, end: last.end, path, words: size };
  }
  return undefined;
}

/** Plain, no assignment, and exactly one space away from the word before it. */
const isJoinable = (word: Word, before: Word | undefined, text: string): boolean =>
  word.plain && (before === undefined || text.slice(before.end, word.start) === " ");
