import {
  CLASS_CLOSE,
  CLASS_OPEN,
  holds,
  isKnown,
  PATH_HOLES,
  QUESTION,
  replaceHoles,
  type Text,
} from "../values/abstract-text.ts";
import { activateGlobs, couldBe } from "../values/globs.ts";

const globs = new Map<string, Text>();

/** A pattern of `core/knowledge` with its wild cards as holes; the lists never change, so each is parsed once. */
export const active = (pattern: string): Text => {
  const known = globs.get(pattern);
  if (known !== undefined) return known;
  const text = activateGlobs(pattern);
  globs.set(pattern, text);
  return text;
};

/** Whether one segment of a path may be the name a pattern means. Two patterns meet when either covers the other. */
export function segmentMeets(segment: Text, pattern: string): boolean {
  if (segment === pattern) return true;
  if (pattern.includes("*") && couldBe(active(pattern), segment)) return true;
  if (isKnown(segment)) return false;
  if (!pattern.includes("*")) return couldBe(segment, pattern);
  return patternsMeet(segment, pattern) || lettersOf(segment).some((name) => couldBe(active(pattern), name));
}

/** Whether some letters of both are given, and the shortest name that the pattern means fits the segment. */
const patternsMeet = (segment: Text, pattern: string): boolean =>
  pattern.length > 4 && !isWild(segment) && couldBe(segment, pattern.replaceAll("*", ""));

const cut = new Map<string, readonly string[]>();

/** The segments of a place of `core/knowledge`; each is split once. */
export const namesOf = (place: string): readonly string[] => {
  const known = cut.get(place) ?? segmentsOf(place);
  cut.set(place, known);
  return known;
};

/** Whether a path is one of these places or lies below it. */
export function isBelow(segments: readonly Text[], places: readonly string[]): boolean {
  return places.some((place) => {
    const wanted = namesOf(place);
    return wanted.length <= segments.length && wanted.every((name, index) => segmentMeets(segments[index] ?? "", name));
  });
}

export const segmentsOf = (path: Text): readonly Text[] => path.split("/").filter((name) => name !== "");

const CLASS = new RegExp(`${CLASS_OPEN}[^${CLASS_CLOSE}]*${CLASS_CLOSE}`, "g");

/** A segment that could be any name at all: no letter of it is given, or only dots. */
export const isWild = (segment: Text): boolean =>
  !isKnown(segment) && /^\.*$/.test(replaceHoles(segment.replace(CLASS, ""), ""));

export function below(path: Text, root: string): readonly Text[] | undefined {
  if (path === root) return [];
  return path.startsWith(root === "/" ? "/" : `${root}/`) ? segmentsOf(path.slice(root.length)) : undefined;
}

/** Whether a path starts with a hole that may be all of it or nothing. */
export const startsWithPathHole = (path: Text): boolean => holds(path.charAt(0), ...PATH_HOLES);

const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");

/** The names that a wild card for one letter may stand for. */
export function lettersOf(name: Text): readonly string[] {
  const card = ONE_LETTER.exec(name)?.[0];
  if (card === undefined || !isKnown(name.replace(card, ""))) return [];
  return LETTERS.filter((letter) => couldBe(card, letter)).map((letter) => name.replace(card, letter));
}

const ONE_LETTER = new RegExp(`${QUESTION}|${CLASS_OPEN}[^${CLASS_CLOSE}]*${CLASS_CLOSE}`);
