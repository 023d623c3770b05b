/**
 * Characters that a reader cannot see, or that change how the text around them is read: what Unicode says is to be
 * ignored where it cannot be drawn (zero width, marks and isolates of the writing direction, fillers, tags), controls but
 * tab and newline, separators, and marks of annotations. A variation selector behind an emoji is left alone.
 */
const HIDDEN =
  /((?![\t\n]|(?<=\p{Extended_Pictographic})\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb])/u;

/** A stretch of text as it is, or the name of a character that cannot be seen. */
export type Piece = { readonly text: string } | { readonly code: string };

export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** A text in pieces, each hidden character by its name: `U+202E`. */
export const visiblePieces = (text: string): readonly Piece[] =>
  text.split(HIDDEN).flatMap((part, at) => {
    if (at % 2 === 1) return { code: nameOf(part) };
    return part === "" ? [] : { text: part };
  });

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
