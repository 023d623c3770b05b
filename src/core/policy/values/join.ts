import { ANY, alternatives, bounded, holesOf, MAX_ALTERNATIVES, type Text } from "./abstract-text.ts";
import { widenValues } from "./widen.ts";

/** What is known of a variable: the values it may have, or the lists of elements an array may have. */
export type Variable =
  | { readonly kind: "scalar"; readonly values: readonly Text[] }
  | { readonly kind: "array"; readonly lists: Lists };

/** The lists of words that something may be. */
export type Lists = readonly (readonly Text[])[];

/**
 * How two states are joined. Both ways return the first argument itself when the second adds nothing, so the walk sees by
 * identity that a loop changes nothing more. "widened" also replaces a value that would grow without end by a hole.
 */
export type Joining = "exact" | "widened";

/** The longest list that is widened word by word, so that the place of a word still counts. */
const MAX_PLACED = 4;
/** The most words of one list that are kept; the last one then stands for all that follow. */
export const MAX_ELEMENTS = 256;

export function joinVariables(before: Variable, after: Variable, joining: Joining): Variable {
  if (before === after) return before;
  if (before.kind === "scalar" && after.kind === "scalar") {
    const values = joinValues(before.values, after.values, joining);
    return values === before.values ? before : { kind: "scalar", values };
  }
  const own = listsOf(before);
  const lists = joinLists(own, listsOf(after), joining);
  return lists === own && before.kind === "array" ? before : { kind: "array", lists };
}

/** What a variable may be when one of these is added to it: a longer text, or one element more. */
export function appended(before: Variable, values: readonly Text[]): Variable {
  const each = <T>(all: readonly T[], join: (one: T, value: Text) => T): readonly T[] =>
    all.flatMap((one) => values.map((value) => join(one, value)));
  return before.kind === "scalar"
    ? { kind: "scalar", values: alternatives(each(before.values, (text, value) => bounded(text + value))) }
    : { kind: "array", lists: distinctLists(each(before.lists, (list, value) => [...list, value])) };
}

const listsOf = (variable: Variable): Lists =>
  variable.kind === "array" ? variable.lists : variable.values.map((value) => (value === "" ? [] : [value]));

/** Distinct lists, capped: too many are one list with every word. */
export function distinctLists(lists: Lists): Lists {
  if (lists.length <= 1) return lists.map(boundedList);
  const distinct = new Map(lists.map(boundedList).map((list) => [list.join("\u0000"), list]));
  return distinct.size <= MAX_ALTERNATIVES ? [...distinct.values()] : [everyWord(lists)];
}

const everyWord = (lists: Lists): readonly Text[] => boundedList([...new Set(lists.flat())]);

/** A list, or its beginning and a hole for the rest, which keeps what that was made of. */
function boundedList(list: readonly Text[]): readonly Text[] {
  if (list.length <= MAX_ELEMENTS) return list;
  return [...list.slice(0, MAX_ELEMENTS - 1), ANY + holesOf(list.slice(MAX_ELEMENTS - 1).join(""))];
}

export function joinValues(before: readonly Text[], after: readonly Text[], joining: Joining): readonly Text[] {
  const fresh = after.filter((value) => !before.includes(value));
  const news = joining === "exact" ? fresh : widenValues(fresh, before);
  if (news.length === 0) return before;
  const joined = alternatives([...before, ...news]);
  return joined.length === before.length && joined.every((value, index) => value === before[index]) ? before : joined;
}

export function joinLists(before: Lists, after: Lists, joining: Joining): Lists {
  if (before === after) return before;
  const fresh = after.filter((list) => !before.some((one) => sameWords(one, list)));
  if (fresh.length === 0) return before;
  const joined = joining === "exact" ? distinctLists([...before, ...fresh]) : widenedLists(before, fresh);
  return joined.length === before.length && joined.every((list, index) => sameWords(list, before[index] ?? []))
    ? before
    : joined;
}

const sameWords = (a: readonly Text[], b: readonly Text[]): boolean =>
  a === b || (a.length === b.length && a.every((word, index) => word === b[index]));

/** Widens short lists of one length word by word, others to one list of every word. A list that lost its first words (`shift`) may lose all of them. */
function widenedLists(before: Lists, fresh: Lists): Lists {
  const shifted = fresh.filter((list) => before.some((one) => sameWords(one.slice(one.length - list.length), list)));
  const [first = []] = before;
  const placed = first.length <= MAX_PLACED && [...before, ...fresh].every((list) => list.length === first.length);
  if (placed) return widenedColumns(before, fresh);
  const known = everyWord(before);
  const words = everyWord(fresh.filter((list) => !shifted.includes(list))).filter((word) => !known.includes(word));
  const news = widenValues(words, known).filter((word) => !known.includes(word));
  const lists = news.length === 0 ? before : [everyWord([known, news])];
  return shifted.length === 0 ? lists : unlessTooMany([...lists, ...lists.flatMap(suffixesOf)]);
}

const suffixesOf = (list: readonly Text[]): Lists => list.map((_, index) => list.slice(index + 1));

/** Replaces too many lists by one of unknown words with the longest length: after a `shift` any word may come first. */
function unlessTooMany(lists: Lists): Lists {
  const distinct = [...new Map(lists.map((list) => [list.join("\u0000"), list])).values()];
  if (distinct.length <= MAX_ALTERNATIVES) return distinct;
  const longest = Math.max(...distinct.map((list) => list.length));
  return [Array.from({ length: longest }, () => ANY + holesOf(distinct.flat().join("")).replaceAll(ANY, ""))];
}

/** Lists of one length, word by word. */
function widenedColumns(before: Lists, others: Lists): Lists {
  const [first = []] = before;
  const varied = first.flatMap((_, column) => {
    const words = before.map((list) => list[column] ?? "");
    const after = others.map((list) => list[column] ?? "");
    return joinValues(alternatives(words), after, "widened").map((word) => first.with(column, word));
  });
  return distinctLists([...before, ...varied]);
}

/** What a file may hold: one of these. */
export type Contents = readonly Text[];

/** The most contents of one file that are kept apart. Of more than these the rest is put one behind the other. */
const MAX_CONTENTS = 8;

/** What a file may hold that held one of these, or one of those. */
export function joinContents(before: Contents, after: Contents, joining: Joining): Contents {
  return after.reduce((known: Contents, content) => withContent(known, content, joining), before);
}

function withContent(known: Contents, content: Text, joining: Joining): Contents {
  if (known.includes(content)) return known;
  if (joining === "exact" && known.length < MAX_CONTENTS) return [...known, bounded(content)];
  if (joining === "widened" && known.some((one) => hasLinesOf(one, content) || mayGrowTo(one, content))) return known;
  const growing = joining === "widened" ? known.findIndex((one) => !one.endsWith("\n") && content.startsWith(one)) : -1;
  if (growing !== -1) return known.with(growing, `${known[growing]}${ANY}`);
  const [last = ""] = known.slice(-1);
  const joined = bounded(behind(last, content));
  return joined === last ? known : [...known.slice(0, -1), joined];
}

function hasLinesOf(content: Text, other: Text): boolean {
  const lines = new Set(content.split("\n"));
  return other.split("\n").every((line) => lines.has(line));
}

const mayGrowTo = (content: Text, other: Text): boolean =>
  content.endsWith(ANY) && other.startsWith(content.slice(0, -ANY.length));

/** One content behind the other, so that the walk judges the code of both. */
function behind(before: Text, after: Text): Text {
  if (before.includes(after)) return before;
  return after.startsWith(before) ? after : `${before}\n${after}`;
}

/** Both, each once; the very list before where nothing is new. */
export const joinDistinct = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  after.every((one) => before.includes(one)) ? before : [...new Set([...before, ...after])];
