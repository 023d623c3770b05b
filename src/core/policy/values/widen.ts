import { ANY, bounded, HOLE_CHARACTER, holesOf, isKnown, type Text, without } from "./abstract-text.ts";

/** The longest value that is compared with others; a longer one becomes a hole. */
const MAX_COMPARED = 512;

/** The values to add to those from before this pass of a loop. A value that would grow without end becomes a text with a hole. */
export function widenValues(fresh: readonly Text[], before: readonly Text[]): readonly Text[] {
  const values = fresh.map((value) => bounded(value, MAX_COMPARED));
  const grown = values.map((value) => ({ value, growth: growthOf(value, before) }));
  const open = grown.filter(
    ({ value, growth }) => (growth !== undefined || !isKnown(value)) && !isCovered(value, before),
  );
  const lists = open.filter(({ growth }) => growth !== undefined && /^\s|\s$/.test(growth.rest));
  return [
    ...grown.filter(({ value, growth }) => growth === undefined && isKnown(value)).map(({ value }) => value),
    ...(lists.length === 0 ? [] : [everyWord([...before, ...lists.map(({ value }) => value)])]),
    ...open.filter((one) => !lists.includes(one)).map(({ value, growth }) => growth?.widened ?? value),
    ...values.filter((value) => shrinks(value, before)).flatMap(parentsOf),
  ];
}

/** What a value has more than the one it grew from, and the text for all that it may become. */
type Growth = { readonly rest: Text; readonly widened: Text };

/** A value has grown if it continues a known one that continues a known one itself. */
function growthOf(value: Text, before: readonly Text[]): Growth | undefined {
  const head = longest(
    before.filter(
      (one) => continues(value, one, "startsWith") && before.some((other) => continues(one, other, "startsWith")),
    ),
  );
  if (head) return grownBy(value.slice(head.length), (unknown) => head + unknown);
  const tail = longest(
    before.filter(
      (one) => continues(value, one, "endsWith") && before.some((other) => continues(one, other, "endsWith")),
    ),
  );
  return tail ? grownBy(value.slice(0, -tail.length), (unknown) => unknown + tail) : undefined;
}

const continues = (longer: Text, shorter: Text, how: "startsWith" | "endsWith"): boolean =>
  longer.length > shorter.length && longer[how](shorter);

const longest = (texts: readonly Text[]): Text | undefined => texts.toSorted((a, b) => b.length - a.length)[0];

/** A path that grows by `..` may lead anywhere; any other value keeps the part it grew from. */
function grownBy(rest: Text, beside: (unknown: Text) => Text): Growth {
  const unknown = ANY + without(holesOf(rest), ANY);
  return { rest, widened: rest.includes("..") ? unknown : beside(unknown) };
}

/** Whether a path lost its end, and lost one before: `cd ..`, `${d%/*}`. */
const shrinks = (value: Text, before: readonly Text[]): boolean =>
  before.some((one) => one.startsWith(`${value}/`) && before.some((other) => other.startsWith(`${one}/`)));

/** Every directory above a path. */
function parentsOf(path: Text): readonly Text[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/") || "/");
}

const wordsOf = (text: Text, separators: RegExp): readonly Text[] =>
  text.split(separators).filter((word) => word !== "");

/** A list of words that grows: all of them, each once. */
const everyWord = (values: readonly Text[]): Text =>
  ` ${[...new Set(values.flatMap((value) => wordsOf(value, /\s+/)))].join(" ")}`;

/** Whether a value adds nothing: a text with a hole may be it, or a known value has all of its words. */
function isCovered(value: Text, before: readonly Text[]): boolean {
  const words = wordsOf(value, /[\s,:]+/);
  return before.some((one) => {
    if (one === value || mayBe(one, value)) return true;
    const known = new Set(wordsOf(one, /[\s,:]+/));
    return words.length > 1 && words.every((word) => known.has(word));
  });
}

/** Whether a text with an unknown part may be this value, its holes included. */
function mayBe(text: Text, value: Text): boolean {
  const start = text.indexOf(ANY);
  if (start === -1 || !value.startsWith(text.slice(0, start))) return false;
  const end = text.split(HOLE_CHARACTER).at(-1) ?? "";
  return (
    value.endsWith(end) &&
    holesOf(value)
      .split("")
      .every((hole) => text.includes(hole))
  );
}
