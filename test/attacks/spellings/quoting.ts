import { call, type Family, family, letters, pick, word } from "./family.ts";

const code = (letter: string): number => letter.codePointAt(0) ?? 0;
const hex = (letter: string, digits: number): string => code(letter).toString(16).padStart(digits, "0");
const NOTHING = ["${nacre_u}", "$@", "$*", "${nacre_u:+x}", "$()", "``", '"$@"', "${nacre_u-}"] as const;

/** The same letters, in other quotes. */
export const QUOTING: readonly Family[] = [
  family(
    "single quotes",
    letters((letter) => `'${letter}'`),
  ),
  family(
    "double quotes",
    letters((letter) => `"${letter}"`),
  ),
  family("quotes around words", word("'WORD'", '"WORD"', "$'WORD'")),
  family(
    "backslashes",
    letters((letter) => `\\${letter}`),
  ),
  family(
    "empty quotes",
    letters((letter) => `${letter}''`),
  ),
  family(
    "empty quotes of other kinds",
    letters((letter) => `""${letter}$''`),
  ),
  family(
    "octal escapes",
    letters((letter) => `$'\\${code(letter).toString(8).padStart(3, "0")}'`),
  ),
  family(
    "hex escapes",
    letters((letter) => `$'\\x${hex(letter, 2)}'`),
  ),
  family(
    "short unicode escapes",
    letters((letter) => `$'\\u${hex(letter, 4)}'`),
  ),
  family(
    "long unicode escapes",
    letters((letter) => `$'\\U${hex(letter, 8)}'`),
  ),
  family("translated strings", word('$"WORD"')),
  family(
    "continued lines in words",
    letters((letter) => `${letter}\\\n`),
  ),
  family("nothing between letters", (text, means) =>
    // A function has arguments of its own, with which these are something.
    /\$[\d@*#]|\bset\b|\(\)|\bfunction\b/.test(text)
      ? undefined
      : letters((letter) => letter + pick(means, ...NOTHING))(text, means),
  ),
  family(
    "ranges of one letter",
    letters((letter) => (/[A-Za-z]/.test(letter) ? `{${letter}..${letter}}` : letter)),
  ),
  family("braces", call("{COMMAS}", "{COMMAS,}")),
  family("blanks", call("TABS", "LINES", "HOLES", " \t CALL \t")),
];
