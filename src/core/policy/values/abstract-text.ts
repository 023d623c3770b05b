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
const HOLES = /[\uFDD0-\uFDEF]/g;

export const isKnown = (text: Text): boolean => !HOLE.test(text);

/** The holes of a text, each once, in order. */
export const holesOf = (text: Text): Text => [...new Set(text.match(HOLES) ?? [])].join("");

/** Whether any of these holes is in the text. */
export const holds = (text: Text, ...holes: readonly Text[]): boolean => holes.some((hole) => text.includes(hole));

/** Holes that carry local data: sending them somewhere is a leak. */
export const LOCAL_DATA: readonly Text[] = [SECRET, FILE, LOCAL, ENVIRONMENT, HISTORY];

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
