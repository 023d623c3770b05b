import { isCombining } from "./line-writer.ts";

/** What was left out of a text, and where all of it is. `exact: false` means the counts are estimates. */
export type Cut = {
  readonly chars: number;
  readonly lines: number;
  readonly exact: boolean;
  readonly paths: readonly string[];
};

/** A rendered stream: all of it is `head`, unless its middle was never rendered. */
export type Rendering = {
  readonly head: string;
  readonly tail: string;
  readonly missing?: Omit<Cut, "paths">;
};

export type TruncateOptions = {
  readonly maxChars: number;
  readonly paths: readonly string[];
  readonly notice?: (cut: Cut) => string;
};

export type Truncated = { readonly text: string; readonly cut?: Cut };

/** The line between head and tail, unless the reader brings its own. */
function noticeOf({ chars, lines, exact, paths }: Cut): string {
  const count = `${exact ? "" : "about "}${chars} ${chars === 1 ? "character" : "characters"}`;
  const where = paths.length === 0 ? "" : `; log: ${paths.join(", ")}`;
  return `[Output truncated: ${count} in ${lines} ${lines === 1 ? "line" : "lines"} left out${where}]`;
}

const SHORTEST_NOTICE = "[Output truncated]";

/**
 * Head, notice, tail: at most `maxChars` UTF-16 units together. Cuts fall between lines, or within a line that is
 * itself too long, but never within a character.
 */
export function truncate(rendering: Rendering, options: TruncateOptions): Truncated {
  const { head, tail, missing } = rendering;
  if (missing === undefined && head.length <= options.maxChars) return { text: head };
  const all = { head: 0, tail: (missing === undefined ? head : tail).length };
  const worst = cutOf(rendering, all, options.paths);
  let reserve = notice(worst, options).length;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const room = options.maxChars - reserve - 2;
    if (room < 0) break;
    const ends = endsOf(rendering, room);
    const cut = cutOf(rendering, ends, options.paths);
    const text = joined(rendering, ends, notice(cut, options));
    if (text.length <= options.maxChars) return { text, cut };
    reserve += text.length - options.maxChars;
  }
  return { text: tiny(rendering, options.maxChars), cut: worst };
}

type Ends = { readonly head: number; readonly tail: number };

/** Where the head ends and the tail begins, as indices into the two texts (the same text if nothing is missing). */
function endsOf({ head, tail, missing }: Rendering, room: number): Ends {
  const half = Math.ceil(room / 2);
  if (missing === undefined) {
    const headEnd = headEndIn(head, half);
    return { head: headEnd, tail: Math.max(headEnd, tailStartIn(head, room - headEnd)) };
  }
  const forHead = Math.max(half, room - tail.length);
  const headEnd = headEndIn(head, forHead);
  return { head: headEnd, tail: tailStartIn(tail, room - headEnd) };
}

const headEndIn = (text: string, room: number): number => {
  if (text.length <= room) return text.length;
  const lineEnd = text.lastIndexOf("\n", room - 1) + 1;
  return lineEnd * 2 >= room && lineEnd > 0 ? lineEnd : characterStart(text, room);
};

const tailStartIn = (text: string, room: number): number => {
  if (text.length <= room) return 0;
  const earliest = text.length - room;
  const lineStart = text.indexOf("\n", earliest - 1) + 1;
  if (lineStart > 0 && (text.length - lineStart) * 2 >= room) return lineStart;
  return characterEnd(text, earliest);
};

/** How far a cut moves to keep combining marks with their letter; longer stacks of marks are cut. */
const MOST_MARKS = 8;

/** The nearest border of a character at or before an index. */
function characterStart(text: string, index: number): number {
  const whole = isLowSurrogate(text, index) ? index - 1 : index;
  let at = whole;
  for (let moved = 0; moved < MOST_MARKS && at > 0 && joinsPrevious(text, at); moved += 1) {
    at -= isLowSurrogate(text, at - 1) ? 2 : 1;
  }
  return joinsPrevious(text, at) ? whole : Math.max(0, at);
}

/** The nearest border of a character at or after an index. */
function characterEnd(text: string, index: number): number {
  let at = isLowSurrogate(text, index) ? index + 1 : index;
  for (let moved = 0; moved < MOST_MARKS && joinsPrevious(text, at); moved += 1) {
    at += isLowSurrogate(text, at + 1) ? 2 : 1;
  }
  return Math.min(text.length, at);
}

const isLowSurrogate = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
};

const JOINER = "\u200d";

const joinsPrevious = (text: string, index: number): boolean =>
  index > 0 &&
  index < text.length &&
  (text[index - 1] === JOINER || isCombining(String.fromCodePoint(text.codePointAt(index) ?? 0)));

function cutOf({ head, tail, missing }: Rendering, ends: Ends, paths: readonly string[]): Cut {
  if (missing === undefined) {
    const left = head.slice(ends.head, Math.max(ends.head, ends.tail));
    return { chars: left.length, lines: linesIn(left), exact: true, paths };
  }
  const before = head.slice(ends.head);
  const after = tail.slice(0, ends.tail);
  return {
    chars: before.length + missing.chars + after.length,
    lines: linesIn(before) + missing.lines + linesIn(after),
    exact: missing.exact,
    paths,
  };
}

/** Lines a text touches: its newlines, and one more if it does not end in one. */
export function linesIn(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

const notice = (cut: Cut, options: TruncateOptions): string => (options.notice ?? noticeOf)(cut);

function joined({ head, tail, missing }: Rendering, ends: Ends, words: string): string {
  const before = head.slice(0, ends.head);
  const after = (missing === undefined ? head : tail).slice(ends.tail);
  const newline = before === "" || before.endsWith("\n") ? "" : "\n";
  return `${before}${newline}${words}${after === "" ? "" : "\n"}${after}`;
}

/** For room too small for the notice: a short notice, or only the beginning. */
function tiny({ head, tail }: Rendering, maxChars: number): string {
  if (maxChars >= SHORTEST_NOTICE.length) return SHORTEST_NOTICE;
  const text = head === "" ? tail : head;
  return text.slice(0, characterStart(text, Math.max(0, maxChars)));
}
