import type { Language } from "../tools/effect.ts";
import type { Text } from "../values/abstract-text.ts";
import { stands } from "./home-in-code.ts";
import { unescaped } from "./unescape.ts";

/** A string literal in source code: its value, and where it stands. */
export type Literal = { readonly value: Text; readonly start: number; readonly end: number; readonly quote: string };

const MAX_LITERALS = 400;

/**
 * String literals of a language: single, double, triple and backtick quotes; those that the code joins are one. Comments
 * are not told apart.
 */
export const literalsOf = (code: Text, language: Language = "other"): readonly Literal[] =>
  joined(quotedParts(code, language), code, language);

function quotedParts(code: Text, language: Language): readonly Literal[] {
  const literals: Literal[] = [];
  for (let i = 0; i < code.length && literals.length < MAX_LITERALS; i++) {
    const char = code.charAt(i);
    if (char === "\\") {
      i++;
      continue;
    }
    const named = namedQuote(code, i, language);
    if (named !== undefined) {
      literals.push(named);
      i = named.end - 1;
      continue;
    }
    if (char !== "'" && char !== '"' && char !== "`") continue;
    const quote = code.startsWith(char.repeat(3), i) ? char.repeat(3) : char;
    const end = closing(code, { from: i + quote.length, quote, language });
    if (end === -1) continue;
    literals.push({
      value: valueOf(code, { start: i, end, quote }, language),
      start: i,
      end: end + quote.length,
      quote,
    });
    i = end + quote.length - 1;
  }
  return literals;
}

/** Quotes that a language writes as a word and any bracket: `%q(…)` of ruby, `qq{…}` of perl. */
const NAMED_QUOTES: Partial<Readonly<Record<Language, RegExp>>> = {
  ruby: /^%([qQ]?)([({[<|!])/,
  perl: /^(qq?)\s*([({[<|!])/,
};
const MAX_QUOTED = 4096;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", "<": ">" };

function namedQuote(code: Text, start: number, language: Language): Literal | undefined {
  const pattern = NAMED_QUOTES[language];
  if (pattern === undefined || /\w/.test(code.charAt(start - 1))) return undefined;
  const [opening = "", name = "", bracket = ""] = pattern.exec(code.slice(start, start + 8)) ?? [];
  if (opening === "") return undefined;
  const length = code.slice(start + opening.length, start + MAX_QUOTED).indexOf(CLOSERS[bracket] ?? bracket);
  if (length === -1) return undefined;
  const end = start + opening.length + length;
  const quote = name === "q" ? "'" : '"';
  return { value: unescaped(code.slice(start + opening.length, end), quote, language), start, end: end + 1, quote };
}

/** A prefix of python: `r` keeps every backslash, `f` puts values in. */
const PREFIX = /(?<![\w"'])[bu]?([rf]{1,2})[bu]?$/i;

function valueOf(code: Text, { start, end, quote }: Omit<Literal, "value">, language: Language): Text {
  const body = code.slice(start + quote.length, end);
  const prefix = language === "python" ? (PREFIX.exec(code.slice(Math.max(0, start - 3), start))?.[1] ?? "") : "";
  const filled = /f/i.test(prefix)
    ? body.replaceAll(/\{\{|\}\}|\{[^{}]*\}/g, (part) =>
        part.length === 2 && part !== "{}" ? part.charAt(0) : stands(part),
      )
    : body;
  return /r/i.test(prefix) ? filled : unescaped(filled, quote, language);
}

/** How a language joins texts; between some, blanks are enough. */
const JOINS: Partial<Readonly<Record<Language, string>>> = {
  python: "(?:\\+|)",
  awk: "",
  perl: "\\.",
  php: "\\.",
  lua: "\\.\\.",
};
const joinOf = (language: Language): string => JOINS[language] ?? "\\+";
const NAMED = String.raw`[$@]?[A-Za-z_][\w.]*(?:->\w+|\[[^\]]*\]|\([^()]*\))*`;

/** A value behind an operator: names, calls and indexes, with the quotes in them. */
const VALUE = String.raw`\s*((?:\(\s*)?[$@&]?[A-Za-z_][\w.:]*(?:->\w+|\??[.:]\w+!?|\[[^\]\n]*\]|\{[^}\n]*\}|\((?:[^()\n]|\([^()\n]*\))*\))*)`;
const ADDED = new RegExp(String.raw`^\s*(?:\+|\.\.?(?![A-Za-z])|<>|\+\+|&)${VALUE}`);
const PUT_IN = new RegExp(String.raw`^\s*(?:%${VALUE}|\.format\((.*))`);
const PLACES = /%[sdv@]|\{\w*\}/g;
const CHAINS = /\b(?:strcat|concat|paste0?|string-append|str)\s*\(?\s*$/;
/** A call that makes a text of the literals and values behind it. */
export const MAKES_TEXT: RegExp = new RegExp(
  String.raw`${CHAINS.source}|\b(?:[\w.]+\.)?(?:[Ss]?printf|[Ff]ormat)!?\s*\(\s*$`,
);

/** The text of a literal as the program makes it: with what the code adds behind it, or puts into its places. */
export function completed({ value, start, end }: Literal, code: Text): Text {
  const behind = code.slice(end, end + 200);
  const added = ADDED.exec(behind)?.[1];
  if (added !== undefined) return value + stands(added);
  const before = code.slice(Math.max(0, start - 24), start);
  if (CHAINS.test(before)) return value + stands(behind);
  const put = PUT_IN.exec(behind);
  const given = put?.[1] ?? put?.[2] ?? (MAKES_TEXT.test(before) ? behind : undefined);
  return given === undefined ? value : value.replaceAll(PLACES, stands(given));
}

/** Literals that the code joins with each other and with values that are not known. */
function joined(literals: readonly Literal[], code: Text, language: Language): readonly Literal[] {
  const operator = joinOf(language);
  const between = new RegExp(`^\\s*${operator}\\s*(?:(${NAMED})\\s*${operator}\\s*)?$`);
  const behind = new RegExp(`^\\s*${operator || "(?!)"}\\s*${NAMED}`);
  const all: Literal[] = [];
  literals.forEach((literal, index) => {
    const before = all.at(-1);
    const gap = before === undefined ? null : between.exec(code.slice(before.end, literal.start));
    if (before !== undefined && gap !== null && before.quote !== "`")
      all[all.length - 1] = {
        ...before,
        value: before.value + (gap[1] === undefined ? "" : stands(gap[1])) + literal.value,
        end: literal.end,
      };
    else all.push(literal);
    const last = all.at(-1);
    const next = literals[index + 1];
    const tail =
      language === "python" || last === undefined
        ? null
        : behind.exec(code.slice(last.end, next?.start ?? last.end + 80));
    if (last !== undefined && tail !== null && next === undefined)
      all[all.length - 1] = { ...last, value: last.value + stands(tail[0]), end: last.end + tail[0].length };
  });
  return all;
}

/** How the places begin that a language fills in a literal: what stands in their braces has quotes of its own. */
const PLACE_OPENS: Partial<Readonly<Record<Language, RegExp>>> = {
  javascript: /^`\$\{/,
  ruby: /^["`]#\{/,
  other: /^["`][$#]\{/,
};

function closing(
  code: Text,
  { from, quote, language }: { readonly from: number; readonly quote: string; readonly language: Language },
): number {
  const opens = PLACE_OPENS[language];
  for (let i = from; i < code.length; i++) {
    if (code.charAt(i) === "\\") i++;
    else if (opens?.test(quote + code.slice(i, i + 2)) === true) i += Math.max(0, code.slice(i, i + 200).indexOf("}"));
    else if (code.startsWith(quote, i)) return i;
    else if (code.charAt(i) === "\n" && quote.length === 1 && quote !== "`") return -1;
  }
  return -1;
}

const LISTED = /^\s*(?:\]?\s*[,;]\s*\[?|\)\s*\.args?\s*\(\s*(?:&?\[)?)?\s*$/;

/** Literals that follow each other with nothing but commas, semicolons or blanks between: an argument list in some language. */
export function literalRuns(code: Text, literals: readonly Literal[]): readonly (readonly Literal[])[] {
  const runs: Literal[][] = [];
  let current: Literal[] = [];
  literals.forEach((literal, index) => {
    const before = literals[index - 1];
    const between = before === undefined ? "" : code.slice(before.end, literal.start);
    if (before !== undefined && LISTED.test(between)) current.push(literal);
    else {
      if (current.length > 0) runs.push(current);
      current = [literal];
    }
  });
  if (current.length > 0) runs.push(current);
  return runs;
}

/** The text of a call's arguments: from its opening bracket to the matching one, or to the end of the statement. */
export function argumentsAt(code: Text, at: number): { readonly start: number; readonly end: number } {
  const open = code.slice(at).search(/\S/) + at;
  if (code.charAt(open) !== "(") {
    const stop = code.slice(at).search(/[;\n}]/);
    return { start: at, end: stop === -1 ? code.length : at + stop };
  }
  let depth = 0;
  for (let i = open; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return { start: open, end: i + 1 };
  }
  return { start: open, end: code.length };
}
