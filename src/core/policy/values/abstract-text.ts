/**
 * Abstract text: what is known of a string before anything runs.
 *
 * A value is a plain string in which every part that cannot be known is one *hole*, written as a Unicode noncharacter
 * (U+FDD0 to U+FDEF, never assigned, refused in a command by `lexical.ts`). Holes concatenate, split and travel through
 * pipes like letters do, so where a value came from (a secret, a download) is never lost on the way.
 */
export type Text = string;

/** A variable nobody set here: any text, the empty one included. */
export const ANY = "\uFDD0";
/** Some text that is not empty (`${X:?}`). */
export const FULL = "\uFDD1";
/** What a program printed. */
export const OUTPUT = "\uFDD2";
/** Digits. */
export const NUMBER = "\uFDD3";
/** Active `*`, `?` and `[ … ]` of a glob. */
export const STAR = "\uFDD4";
export const QUESTION = "\uFDD5";
export const CLASS_OPEN = "\uFDD6";
export const CLASS_CLOSE = "\uFDD7";
/** One name: not empty, no slash. */
export const NAME = "\uFDD8";
/** An argument of a function that nobody has called yet. */
export const ARGUMENT = "\uFDD9";
/** Derived from a credential. */
export const SECRET = "\uFDDA";
/** Came over the network. */
export const DOWNLOAD = "\uFDDB";
/** Came out of a decoder and could not be computed. */
export const DECODED = "\uFDDC";
/** The contents of a local file. */
export const FILE = "\uFDDD";
/** Facts about this machine or its user. */
export const LOCAL = "\uFDDE";
/** A relative path below a known directory. */
export const TAIL = "\uFDDF";
/** The process that started the shell. */
export const PARENT = "\uFDE0";
/** A process this script started. */
export const CHILD = "\uFDE1";
/** Everything the environment holds, secrets among it. */
export const ENVIRONMENT = "\uFDE3";
/** Never ends: `yes`, `/dev/zero`, a count of millions. */
export const ENDLESS = "\uFDE4";
/** What was typed before. */
export const HISTORY = "\uFDE5";
/** Every process found by name or port. */
export const PROCESSES = "\uFDE2";

const HOLE = /[\uFDD0-\uFDEF]/;
const GLOB_HOLE = /[\uFDD4-\uFDD7]/;
const HOLES = /[\uFDD0-\uFDEF]/g;

export const isKnown = (text: Text): boolean => !HOLE.test(text);
export const hasGlob = (text: Text): boolean => GLOB_HOLE.test(text);

/** The holes of a text, each once, in order. */
export const holesOf = (text: Text): Text => [...new Set(text.match(HOLES) ?? [])].join("");

/** Whether any of these holes is in the text. */
export const holds = (text: Text, ...holes: readonly Text[]): boolean => holes.some((hole) => text.includes(hole));

/** Holes that carry local data: sending them somewhere is a leak. */
export const LOCAL_DATA: readonly Text[] = [SECRET, FILE, LOCAL, ENVIRONMENT, HISTORY];

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

/** A pattern is asked about many values in a row, and the lists of places never change: each is read once. */
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
    else if (HOLE.test(char)) tokens.push({ kind: "many" });
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

/** At most this many values are followed for one thing; more become one unknown. */
export const MAX_ALTERNATIVES = 24;

/** The longest value followed letter by letter: `x=$x$x` doubles at every turn. */
const MAX_VALUE = 16 * 1024;

/** A value, or what is left of it when it is too long to be followed. */
export function bounded(text: Text): Text {
  if (text.length <= MAX_VALUE) return text;
  const found = new Set<number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xfdd0 && code <= 0xfdef) found.add(code);
  }
  return ANY + String.fromCharCode(...found);
}

/** Distinct values, capped: too many are one unknown that keeps what it was made of. */
export function alternatives(texts: readonly Text[]): readonly Text[] {
  if (texts.length <= 1) return texts;
  const distinct = [...new Set(texts)];
  if (distinct.length <= MAX_ALTERNATIVES) return distinct;
  return [...distinct.slice(0, MAX_ALTERNATIVES - 1), ANY + holesOf(distinct.join(""))];
}

/** Every concatenation of one value from each list, capped. */
export function concatenations(lists: readonly (readonly Text[])[]): readonly Text[] {
  let joined: readonly Text[] = [""];
  for (const list of lists) {
    if (list.length === 1) {
      const [only = ""] = list;
      joined = joined.map((text) => bounded(text + only));
    } else joined = alternatives(joined.flatMap((text) => list.map((next) => bounded(text + next))));
  }
  return joined;
}
