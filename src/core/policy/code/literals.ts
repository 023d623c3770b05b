import type { Language } from "../tools/effect.ts";
import { ANY, type Text } from "../values/abstract-text.ts";
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
    if (char !== "'" && char !== '"' && char !== "`") continue;
    const quote = code.startsWith(char.repeat(3), i) ? char.repeat(3) : char;
    const end = closing(code, i + quote.length, quote);
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

/** A prefix of python: `r` keeps every backslash, `f` puts values in. */
const PREFIX = /(?<![\w"'])[bu]?([rf]{1,2})[bu]?$/i;

function valueOf(code: Text, { start, end, quote }: Omit<Literal, "value">, language: Language): Text {
  const body = code.slice(start + quote.length, end);
  const prefix = language === "python" ? (PREFIX.exec(code.slice(Math.max(0, start - 3), start))?.[1] ?? "") : "";
  const filled = /f/i.test(prefix)
    ? body.replaceAll(/\{\{|\}\}|\{[^{}]*\}/g, (part) => (part.length === 2 && part !== "{}" ? part.charAt(0) : ANY))
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
        value: before.value + (gap[1] === undefined ? "" : ANY) + literal.value,
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
      all[all.length - 1] = { ...last, value: last.value + ANY, end: last.end + tail[0].length };
  });
  return all;
}

function closing(code: Text, from: number, quote: string): number {
  for (let i = from; i < code.length; i++) {
    if (code.charAt(i) === "\\") i++;
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
