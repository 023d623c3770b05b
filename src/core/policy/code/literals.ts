import type { Text } from "../values/abstract-text.ts";
import { decodeEscapes } from "../values/printing.ts";

/** A string literal in source code: its value, and where it stands. */
export type Literal = { readonly value: Text; readonly start: number; readonly end: number; readonly quote: string };

const MAX_LITERALS = 400;

/** String literals of the usual languages: single, double, triple and backtick quotes. Comments are not told apart. */
export function literalsOf(code: Text): readonly Literal[] {
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
      value: decodeEscapes(code.slice(i + quote.length, end)),
      start: i,
      end: end + quote.length,
      quote,
    });
    i = end + quote.length - 1;
  }
  return literals;
}

function closing(code: Text, from: number, quote: string): number {
  for (let i = from; i < code.length; i++) {
    if (code.charAt(i) === "\\") i++;
    else if (code.startsWith(quote, i)) return i;
    else if (code.charAt(i) === "\n" && quote.length === 1 && quote !== "`") return -1;
  }
  return -1;
}

/** Literals that follow each other with nothing but commas, semicolons or blanks between: an argument list in some language. */
export function literalRuns(code: Text, literals: readonly Literal[]): readonly (readonly Literal[])[] {
  const runs: Literal[][] = [];
  let current: Literal[] = [];
  literals.forEach((literal, index) => {
    const before = literals[index - 1];
    const between = before === undefined ? "" : code.slice(before.end, literal.start);
    if (before !== undefined && /^\s*(?:\]?\s*[,;]\s*\[?)?\s*$/.test(between)) current.push(literal);
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
