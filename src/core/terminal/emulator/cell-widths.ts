import type { IUnicodeVersionProvider } from "@xterm/headless";

/** Ranges that take two cells, beside the emoji: those of the East Asian scripts. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/** What goes into the cell before it: accents, joiners, selectors, the vowels and ends of Hangul syllables. */
const JOINED = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;
const SOFT_HYPHEN = 0xad;
/** Below it everything but the soft hyphen is one cell wide. */
const FIRST_JOINED = 0x300;

function measured(code: number): 0 | 1 | 2 {
  const character = String.fromCodePoint(code);
  if (JOINED.test(character)) return 0;
  return EMOJI.test(character) || WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Widths of the first plane that were measured, plus one; 0: not yet. */
const known = new Uint8Array(0x10000);

/** How many cells a character takes. @internal exported for its test. */
export function cellWidth(code: number): 0 | 1 | 2 {
  if (code < FIRST_JOINED || code === SOFT_HYPHEN) return 1;
  if (code >= known.length) return measured(code);
  const seen = known[code] ?? 0;
  if (seen > 0) return (seen - 1) as 0 | 1 | 2;
  const width = measured(code);
  known[code] = width + 1;
  return width;
}

/** More characters than this do not go into one cell: accents without end would make it grow without end. @internal */
export const LONGEST_CELL = 32;

/**
 * Widths for the emulator. A number tells it of each character: whether it joins the one before (bit 0), the width (bits 1
 * and 2), and what we want to know with the next one, here how many are joined already. The emulator keeps that number
 * between two writes.
 */
export const BOUNDED_WIDTHS: IUnicodeVersionProvider = {
  version: "nacre",
  wcwidth: cellWidth,
  charProperties: (code, before) => {
    const width = cellWidth(code);
    const widthBefore = (before >> 1) & 3;
    const joined = (before >> 3) + 1;
    if (width > 0 || widthBefore === 0 || joined >= LONGEST_CELL) return width << 1;
    return (joined << 3) | (widthBefore << 1) | 1;
  },
};
