/** Globs: turning the wild cards of a text into holes, and matching a text with holes against a value. */
import { CLASS_CLOSE, CLASS_OPEN, GLOB_HOLES, holds, isKnown, QUESTION, STAR, type Text } from "./abstract-text.ts";

export const hasGlob = (text: Text): boolean => holds(text, ...GLOB_HOLES);

type Token =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" }
  | { readonly kind: "class"; readonly negated: boolean; readonly body: string };

/** Reads a glob class body such as `a-m0` at `index`; the token and the index behind it. */
function classToken(pattern: Text, index: number): { readonly token: Token; readonly next: number } {
  const end = pattern.indexOf(CLASS_CLOSE, index);
  if (end === -1) return { token: { kind: "one" }, next: index + 1 };
  const body = pattern.slice(index + 1, end);
  const negated = body.startsWith("!") || body.startsWith("^");
  return { token: { kind: "class", negated, body: negated ? body.slice(1) : body }, next: end + 1 };
}

const compiled = new Map<Text, readonly Token[]>();
const MAX_COMPILED = 1024;

/** Patterns are compared with many values, and the lists of places never change: each pattern is parsed once. */
function tokensOf(pattern: Text): readonly Token[] {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const tokens = tokenized(pattern);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(pattern, tokens);
  return tokens;
}

function tokenized(pattern: Text): readonly Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < pattern.length; ) {
    const char = pattern.charAt(i);
    if (char === CLASS_OPEN) {
      const { token, next } = classToken(pattern, i);
      tokens.push(token);
      i = next;
      continue;
    }
    if (char === QUESTION) tokens.push({ kind: "one" });
    else if (!isKnown(char)) tokens.push({ kind: "many" });
    else tokens.push({ kind: "char", char });
    i++;
  }
  return tokens;
}

function inClass(body: string, char: string): boolean {
  if (body.includes("[:")) return true; // a named class: assume it matches
  for (let i = 0; i < body.length; i++) {
    const low = body.charAt(i);
    if (body.charAt(i + 1) === "-" && i + 2 < body.length) {
      if (low <= char && char <= body.charAt(i + 2)) return true;
      i += 2;
    } else if (low === char) return true;
  }
  return false;
}

const fits = (token: Token, char: string): boolean => {
  switch (token.kind) {
    case "char":
      return token.char === char;
    case "class":
      return inClass(token.body, char) !== token.negated;
    case "one":
    case "many":
      return true;
  }
};

/** Whether a text with holes could be this value. Linear memory, quadratic time at the worst: no backtracking engine. */
export function couldBe(pattern: Text, value: string): boolean {
  const tokens = tokensOf(pattern);
  let t = 0;
  let v = 0;
  let star = -1;
  let mark = 0;
  while (v < value.length) {
    const token = tokens[t];
    if (token !== undefined && token.kind === "many") {
      star = t++;
      mark = v;
    } else if (token !== undefined && fits(token, value.charAt(v))) {
      t++;
      v++;
    } else if (star !== -1) {
      t = star + 1;
      v = ++mark;
    } else return false;
  }
  while (tokens[t]?.kind === "many") t++;
  return t === tokens.length;
}

/** The bracket that closes a class, past named classes such as `[:alpha:]`. */
function classEnd(text: Text, open: number): number {
  let close = text.indexOf("]", open + 2);
  while (close > 0 && text.charAt(close - 1) === ":" && text.slice(open + 1, close).includes("[:")) {
    close = text.indexOf("]", close + 1);
    if (text.charAt(close - 1) !== ":") break;
  }
  return close;
}

/** Turns the glob characters of a text that bash will expand into active ones. */
export function activateGlobs(text: Text): Text {
  if (!/[*?[]/.test(text)) return text;
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    const close = char === "[" ? classEnd(text, i) : -1;
    if (char === "*") out += STAR;
    else if (char === "?") out += QUESTION;
    else if (close !== -1) {
      out += CLASS_OPEN + text.slice(i + 1, close) + CLASS_CLOSE;
      i = close;
    } else out += char;
  }
  return out;
}
