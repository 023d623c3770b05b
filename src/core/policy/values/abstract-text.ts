/**
 * Abstract text: what is known of a string before anything runs.
 *
 * A value is a plain string in which every part that cannot be known is one *hole*, written as a Unicode noncharacter
 * (U+FDD0 to U+FDEC, never assigned, refused in a command by `lexical.ts`). Holes concatenate, split and travel through
 * pipes like letters do, so where a value came from (a secret, a download) is never lost on the way.
 */
export type Text = string;

declare const brand: unique symbol;

/** One part of a text that cannot be known. */
export type Hole = string & { readonly [brand]: "Hole" };

/** What the policy asks of every hole. */
type Facts = {
  readonly sign: string;
  /** What it may be in a path: all of it, a wild card, names, or nothing that a rule of paths looks at. */
  readonly path: "whole" | "glob" | "name" | "none";
  /** What it carries: the form of a text alone, which a program does not hand on, or data of this origin. */
  readonly data: "form" | "plain" | "local" | "secret" | "foreign";
  /** Whether code that holds it is unknown code. Foreign code has rules of its own. */
  readonly code: boolean;
  /** Whether a sourced path that starts with it lies in a directory that is not known. */
  readonly script: boolean;
  /** Whether a file that holds it counts as a copy, whose code is not judged. */
  readonly copy: boolean;
  /** Whether a path made of holes is judged as if this one were empty. */
  readonly empty: boolean;
};

const HOLES = {
  ANY: { sign: "\uFDD0", path: "whole", data: "plain", code: true, script: true, copy: false, empty: true },
  FULL: { sign: "\uFDD1", path: "whole", data: "plain", code: true, script: true, copy: false, empty: false },
  OUTPUT: { sign: "\uFDD2", path: "whole", data: "plain", code: true, script: true, copy: false, empty: true },
  NUMBER: { sign: "\uFDD3", path: "none", data: "form", code: false, script: false, copy: false, empty: true },
  STAR: { sign: "\uFDD4", path: "glob", data: "form", code: false, script: false, copy: false, empty: true },
  QUESTION: { sign: "\uFDD5", path: "glob", data: "form", code: false, script: false, copy: false, empty: true },
  CLASS_OPEN: { sign: "\uFDD6", path: "glob", data: "form", code: false, script: false, copy: false, empty: true },
  CLASS_CLOSE: { sign: "\uFDD7", path: "glob", data: "form", code: false, script: false, copy: false, empty: true },
  NAME: { sign: "\uFDD8", path: "name", data: "form", code: false, script: false, copy: false, empty: true },
  ARGUMENT: { sign: "\uFDD9", path: "name", data: "form", code: false, script: false, copy: false, empty: true },
  SECRET: { sign: "\uFDDA", path: "whole", data: "secret", code: true, script: true, copy: true, empty: true },
  DOWNLOAD: { sign: "\uFDDB", path: "whole", data: "foreign", code: false, script: false, copy: false, empty: true },
  DECODED: { sign: "\uFDDC", path: "whole", data: "foreign", code: false, script: false, copy: false, empty: true },
  FILE: { sign: "\uFDDD", path: "whole", data: "local", code: true, script: true, copy: true, empty: true },
  LOCAL: { sign: "\uFDDE", path: "none", data: "local", code: false, script: true, copy: false, empty: true },
  TAIL: { sign: "\uFDDF", path: "name", data: "form", code: false, script: false, copy: false, empty: true },
  PARENT: { sign: "\uFDE0", path: "none", data: "plain", code: false, script: false, copy: false, empty: true },
  CHILD: { sign: "\uFDE1", path: "none", data: "form", code: false, script: false, copy: false, empty: true },
  PROCESSES: { sign: "\uFDE2", path: "none", data: "form", code: false, script: false, copy: false, empty: true },
  ENVIRONMENT: { sign: "\uFDE3", path: "none", data: "secret", code: true, script: true, copy: false, empty: true },
  ENDLESS: { sign: "\uFDE4", path: "none", data: "plain", code: true, script: true, copy: false, empty: true },
  HISTORY: { sign: "\uFDE5", path: "none", data: "local", code: true, script: true, copy: false, empty: true },
} satisfies Readonly<Record<string, Facts>>;

/** The only place where a character becomes a hole. */
const hole = ({ sign }: Facts): Hole => sign as Hole;

/** The value of a variable that the command did not set: any text, the empty one included. */
export const ANY: Hole = hole(HOLES.ANY);
/** Some text that is not empty (`${X:?}`). */
export const FULL: Hole = hole(HOLES.FULL);
/** What a program printed. */
export const OUTPUT: Hole = hole(HOLES.OUTPUT);
/** Digits. */
export const NUMBER: Hole = hole(HOLES.NUMBER);
/** Active `*`, `?` and `[ … ]` of a glob. */
export const STAR: Hole = hole(HOLES.STAR);
export const QUESTION: Hole = hole(HOLES.QUESTION);
export const CLASS_OPEN: Hole = hole(HOLES.CLASS_OPEN);
export const CLASS_CLOSE: Hole = hole(HOLES.CLASS_CLOSE);
/** One name: not empty, no slash. */
export const NAME: Hole = hole(HOLES.NAME);
/** An argument of a function that the command has not called yet. */
export const ARGUMENT: Hole = hole(HOLES.ARGUMENT);
/** Derived from a credential. */
export const SECRET: Hole = hole(HOLES.SECRET);
/** Came over the network. */
export const DOWNLOAD: Hole = hole(HOLES.DOWNLOAD);
/** Came out of a decoder and could not be computed. */
export const DECODED: Hole = hole(HOLES.DECODED);
/** The contents of a local file. */
export const FILE: Hole = hole(HOLES.FILE);
/** Facts about this machine or its user. */
export const LOCAL: Hole = hole(HOLES.LOCAL);
/** A relative path below a known directory. */
export const TAIL: Hole = hole(HOLES.TAIL);
/** The process that started the shell. */
export const PARENT: Hole = hole(HOLES.PARENT);
/** A process this script started. */
export const CHILD: Hole = hole(HOLES.CHILD);
/** Every process found by name or port. */
export const PROCESSES: Hole = hole(HOLES.PROCESSES);
/** Everything the environment holds, secrets among it. */
export const ENVIRONMENT: Hole = hole(HOLES.ENVIRONMENT);
/** Never ends: `yes`, `/dev/zero`, a count of millions. */
export const ENDLESS: Hole = hole(HOLES.ENDLESS);
/** The commands that the user typed before. */
export const HISTORY: Hole = hole(HOLES.HISTORY);

const holesWith = (asked: (facts: Facts) => boolean): readonly Hole[] =>
  Object.values<Facts>(HOLES).filter(asked).map(hole);

/** Wild cards of a glob. */
export const GLOB_HOLES: readonly Hole[] = holesWith(({ path }) => path === "glob");
/** May stand for a whole path or for nothing. */
export const PATH_HOLES: readonly Hole[] = holesWith(({ path }) => path === "whole");
/** Say which file is meant, and nothing of what is in it. */
export const PATH_PART_HOLES: readonly Hole[] = holesWith(({ path }) => path === "glob" || path === "name");
/** Say what a text looks like: a program that reads the text does not hand them on. */
export const FORM_HOLES: readonly Hole[] = holesWith(({ data }) => data === "form");
/** Came from outside, or may have. */
export const FOREIGN_HOLES: readonly Hole[] = holesWith(({ data }) => data === "foreign");
export const SECRET_HOLES: readonly Hole[] = holesWith(({ data }) => data === "secret");
/** Carry local data: a command that sends them leaks it. */
export const LOCAL_HOLES: readonly Hole[] = holesWith(({ data }) => data === "local" || data === "secret");
export const CODE_HOLES: readonly Hole[] = holesWith(({ code }) => code);
export const SCRIPT_HOLES: readonly Hole[] = holesWith(({ script }) => script);
export const COPY_HOLES: readonly Hole[] = holesWith(({ copy }) => copy);
/** Surely not empty. */
export const FULL_HOLES: readonly Hole[] = holesWith(({ empty }) => !empty);

/** Around texts of which an output may be one, and between them: see `possible-outputs.ts`. They are no holes. */
export const CHOICE = { open: "\uFDED", or: "\uFDEE", close: "\uFDEF" };

/** Every character that means something here beside itself: no command may hold one. */
export const OWN_CHARACTER: RegExp = /[\uFDD0-\uFDEF]/;
/** Those of them that are holes, or may become one. */
export const HOLE_CHARACTER: RegExp = /[\uFDD0-\uFDEC]/;
const HOLE_CHARACTERS = new RegExp(HOLE_CHARACTER, "g");

export const isKnown = (text: Text): boolean => !HOLE_CHARACTER.test(text);

/** The holes of a text, each once, in order. */
export const holesOf = (text: Text): Text => [...new Set(text.match(HOLE_CHARACTERS) ?? [])].join("");

/** Whether any of these holes is in the text. */
export const holds = (text: Text, ...holes: readonly Hole[]): boolean => holes.some((hole) => text.includes(hole));

/** The text without these holes. */
export const without = (text: Text, ...holes: readonly Hole[]): Text =>
  holes.reduce((rest: Text, hole) => rest.replaceAll(hole, ""), text);

/** The text with `by` in place of each hole. */
export const replaceHoles = (text: Text, by: string): Text => text.replace(HOLE_CHARACTERS, () => by);

/** At most this many values are followed for one thing; more become one hole. */
export const MAX_ALTERNATIVES = 24;

/** The longest value followed letter by letter: `x=$x$x` doubles at every turn. */
const MAX_VALUE = 16 * 1024;

/** The same where one thing has several values. */
const MAX_OF_SEVERAL = 2 * 1024;

/** A value, or what is left of it when it is too long to be followed. */
export function bounded(text: Text, most: number = MAX_VALUE): Text {
  if (text.length <= most) return text;
  return ANY + holesOf(text);
}

/** Distinct values, capped: too many are one hole that keeps what it was made of. */
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
    } else {
      const most = joined.length === 1 ? MAX_VALUE : MAX_OF_SEVERAL;
      joined = alternatives(joined.flatMap((text) => list.map((next) => bounded(text + next, most))));
    }
  }
  return joined;
}
