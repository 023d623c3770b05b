/**
 * Characters that a reader cannot see, or that change how the text around them is read, by their first and last code:
 * controls but tab and newline, soft hyphen, fillers, zero width, marks and isolates of the writing direction, separators,
 * variation selectors, tags.
 */
const RANGES: readonly (readonly [first: number, last?: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad],
  [0x34f],
  [0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff],
  [0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const CLASS = `[${RANGES.map(([first, last = first]) => `${escaped(first)}-${escaped(last)}`).join("")}]`;
const HIDDEN = new RegExp(CLASS, "u");
const EACH = new RegExp(CLASS, "gu");

/** A stretch of text as it is, or the name of a character that cannot be seen. */
export type Piece = { readonly text: string } | { readonly code: string };

export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** A text in pieces, each hidden character by its name: `U+202E`. A variation selector behind an emoji is left alone. */
export function visiblePieces(text: string): readonly Piece[] {
  if (!HIDDEN.test(text)) return text === "" ? [] : [{ text }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(EACH)) {
    if (character === "\ufe0f" && EMOJI_BEFORE.test(text.slice(0, index))) continue;
    if (index > at) pieces.push({ text: text.slice(at, index) });
    pieces.push({ code: nameOf(character) });
    at = index + character.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

const EMOJI_BEFORE = /\p{Extended_Pictographic}$/u;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
