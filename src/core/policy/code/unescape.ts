import type { Language } from "../tools/effect.ts";
import { ANY, replaceHoles, type Text } from "../values/abstract-text.ts";
import { stands } from "./home-in-code.ts";

/** How the literals of a language are written. */
type Writing = {
  /** In single quotes only the backslash and the quote itself are escaped. */
  readonly plainSingle?: true;
  /** A backslash before a letter without a meaning of its own stays. */
  readonly keepsUnknown?: true;
  /** Digits behind a backslash are decimal. */
  readonly decimal?: true;
  /** What the language puts in when it runs, by the quote of the literal. */
  readonly filled?: Readonly<Record<string, RegExp>>;
};

const HASH_BRACES = /#\{[^{}]*\}/g;

const WRITINGS: Partial<Readonly<Record<Language, Writing>>> = {
  python: { keepsUnknown: true },
  javascript: { filled: { "`": /\$\{[^{}]*\}/g } },
  perl: { plainSingle: true, filled: { '"': /@\{\[[^\]]*\]\}/g } },
  ruby: { plainSingle: true, filled: { '"': HASH_BRACES, "`": HASH_BRACES } },
  php: { plainSingle: true, keepsUnknown: true, filled: { '"': /\{\$[^{}]*\}/g } },
  lua: { decimal: true },
  other: { filled: { '"': /[$#]\{[^{}]*\(.*?\}/g } },
};

const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const ESCAPE =
  /\\(?:([xu]\{[0-9A-Fa-f]{1,6}\}|x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\d{1,3})|(\r?\n|[^]))/g;

/** A letter by its number; one that the policy uses as its own becomes any text. */
const letterOf = (code: number): Text => (code <= 0x10ffff ? replaceHoles(String.fromCodePoint(code), ANY) : "");

/** The value of a literal: its escapes read as its language reads them, and a hole where something is put in at run time. */
export function unescaped(body: Text, quote: string, language: Language): Text {
  const writing = WRITINGS[language] ?? {};
  if (quote.startsWith("'") && writing.plainSingle === true) return body.replaceAll(/\\([\\'])/g, "$1");
  const filled = writing.filled?.[quote.charAt(0)];
  const text = filled === undefined ? body : body.replaceAll(filled, stands);
  return text.replaceAll(ESCAPE, (whole, coded: string | undefined, other: string | undefined) =>
    coded === undefined ? simple(other ?? whole, whole, writing) : numbered(coded, writing),
  );
}

/** A letter that is written as a number. */
function numbered(coded: string, writing: Writing): Text {
  const hex = /^[xuU]\{?([0-9A-Fa-f]+)/.exec(coded)?.[1];
  return hex === undefined ? digitsOf(coded, writing) : letterOf(Number.parseInt(hex, 16));
}

function digitsOf(digits: string, { decimal }: Writing): string {
  if (decimal === true) return letterOf(Number.parseInt(digits, 10) % 256);
  const octal = /^[0-7]+/.exec(digits)?.[0];
  if (octal === undefined) return digits;
  return letterOf(Number.parseInt(octal, 8) % 256) + digits.slice(octal.length);
}

function simple(letter: string, whole: string, { keepsUnknown }: Writing): string {
  const known = LETTERS[letter];
  if (known !== undefined) return known;
  if (letter.endsWith("\n")) return "";
  return keepsUnknown === true && !/[\\'"`$]/.test(letter) ? whole : letter;
}
