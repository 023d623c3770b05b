/** One variable of bash. A list has its elements by index or key; an unset variable has no value. */
export type Variable = {
  /** The letters of `declare`: `x` exported, `r` read-only, `n` a name reference. */
  readonly attributes: string;
  readonly value: string | ReadonlyMap<string, string> | undefined;
};

const DECLARATION = /^declare -(\S+) [A-Za-z_]\w*(?:=([^]*))?$/;
const ELEMENT =
  /\[((?:"(?:[^"\\]|\\[^])*"|\$'(?:[^'\\]|\\[^])*'|[^\]"'])*)\]=("(?:[^"\\]|\\[^])*"|\$'(?:[^'\\]|\\[^])*'|\S*)/g;

/** Reads one line of `declare -p`. */
export function variableIn(line: string): Variable {
  const [, flags = "-", value] = DECLARATION.exec(line) ?? [];
  const attributes = flags.replace("-", "");
  if (value === undefined) return { attributes, value: undefined };
  if (!/[aA]/.test(attributes)) return { attributes, value: unquoted(value) };
  const elements = [...value.matchAll(ELEMENT)].map(
    ([, key = "", one = ""]) => [unquoted(key), unquoted(one)] as const,
  );
  return { attributes, value: new Map(elements) };
}

/** The text that a word of bash's own making stands for: bash prints it bare or in one of three quotes. */
export function unquoted(word: string): string {
  if (word.startsWith("$'"))
    return word.slice(2, -1).replace(/\\([0-7]{1,3}|[^])/g, (_, escape: string) => escaped(escape));
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([$`"\\])/g, "$1");
  return word.replace(/'([^']*)'|\\([^])/g, "$1$2");
}

const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  E: "\x1b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const escaped = (escape: string): string =>
  /^[0-7]/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8)) : (LETTERS[escape] ?? escape);
