/** A list of words in which `*` stands for any text, split once. */
type WordList = {
  readonly words: readonly string[];
  readonly exact: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
};

const lists = new Map<string, WordList>();

function listOf(text: string): WordList {
  const known = lists.get(text);
  if (known !== undefined) return known;
  const words = text.split(" ");
  const list = {
    words,
    exact: new Set(words.filter((word) => !word.includes("*"))),
    patterns: words.filter((word) => word.includes("*")).map(patternOf),
  };
  lists.set(text, list);
  return list;
}

const patternOf = (word: string): RegExp =>
  new RegExp(`^${word.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`, "s");

/** Whether a word is in such a list. */
export function isListed(word: string, list: string): boolean {
  const { exact, patterns } = listOf(list);
  return exact.has(word) || patterns.some((pattern) => pattern.test(word));
}

/** The words of a list. */
export const wordsOf = (list: string): readonly string[] => (list === "" ? [] : listOf(list).words);
