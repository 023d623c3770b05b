import { ANY, alternatives, isKnown, MAX_ALTERNATIVES, type Text } from "./abstract-text.ts";
import { combinations } from "./combinations.ts";
import { activateGlobs } from "./globs.ts";
import type { Lists } from "./join.ts";

/** Splits an unquoted text at the separators, and tells whether it begins and ends with one. @internal exported for its test. */
export function splitFields(
  text: Text,
  separators: string,
): { readonly fields: readonly Text[]; readonly startsApart: boolean; readonly endsApart: boolean } {
  if (separators === "" || text === "")
    return { fields: text === "" ? [] : [text], startsApart: false, endsApart: false };
  const fields: Text[] = [];
  let current = "";
  for (const char of text) {
    if (separators.includes(char)) {
      if (current !== "") fields.push(current);
      current = "";
      if (fields.length > 400) break;
    } else current += char;
  }
  if (current !== "") fields.push(current);
  const startsApart = separators.includes(text.charAt(0)) && fields.length > 0;
  return { fields, startsApart, endsApart: separators.includes(text.charAt(text.length - 1)) };
}

/** A part of a word, once it is expanded. */
export type Piece =
  | { readonly kind: "fixed"; readonly texts: readonly Text[] }
  | { readonly kind: "split"; readonly texts: readonly Text[] }
  | { readonly kind: "fields"; readonly lists: Lists };

export const fixed = (...texts: readonly Text[]): Piece => ({ kind: "fixed", texts });

/** The same word as if nothing stood between its letters where a value is not known; `undefined` where nothing does. */
export function withoutUnset(pieces: readonly Piece[]): readonly Piece[] | undefined {
  const isLetter = (piece: Piece | undefined): boolean =>
    piece?.kind === "fixed" && piece.texts.every((text) => text !== "" && isKnown(text) && text !== "/");
  const isUnset = (piece: Piece): boolean =>
    piece.kind !== "fields" && piece.texts.length === 1 && piece.texts[0] === ANY;
  if (!pieces.some((piece, at) => isUnset(piece) && isLetter(pieces[at - 1]))) return undefined;
  return pieces.map((piece) => (isUnset(piece) ? fixed("") : piece));
}

/**
 * Every combination of one value per piece, capped; beyond the cap one piece varies at a time, and all that may be nothing are
 * nothing once: letters with unset variables between them are that word.
 */
export function choices(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const options = pieces.map((piece): readonly [Piece, ...Piece[]] => {
    if (piece.kind === "fields") return listChoices(piece.lists);
    const [head = "", ...tail] = alternatives(piece.texts);
    const one = (text: Text): Piece => ({ kind: piece.kind, texts: [text] });
    return [one(head), ...tail.map(one)];
  });
  const chosen = combinations(options, MAX_ALTERNATIVES);
  const total = options.reduce((product, list) => Math.min(product * list.length, MAX_ALTERNATIVES + 1), 1);
  return total > MAX_ALTERNATIVES ? [...chosen, options.map((list) => list.find(isNothing) ?? list[0])] : chosen;
}

const isNothing = (piece: Piece): boolean => piece.kind !== "fields" && piece.texts[0] === "";

function listChoices([head = [], ...tail]: Lists): readonly [Piece, ...Piece[]] {
  const one = (fields: readonly Text[]): Piece => ({ kind: "fields", lists: [fields] });
  return [one(head), ...tail.map(one)];
}

/** Puts the chosen pieces together, splitting what is not quoted. */
export function assembled(pieces: readonly Piece[], separators: Text): readonly Text[] {
  const fields: Text[] = [];
  let current: Text | undefined;
  const glue = (text: Text): void => {
    current = (current ?? "") + text;
  };
  const spread = (list: readonly Text[]): void => {
    list.forEach((field, index) => {
      if (index > 0) {
        if (current !== undefined) fields.push(current);
        current = undefined;
      }
      glue(field);
    });
  };
  for (const piece of pieces) {
    if (piece.kind === "fields") spread(piece.lists[0] ?? []);
    else if (piece.kind === "fixed") glue(piece.texts[0] ?? "");
    else {
      const text = piece.texts[0] ?? "";
      const list = splitFields(text, isKnown(separators) ? separators : " \t\n");
      if (list.startsApart && current !== undefined) {
        fields.push(current);
        current = undefined;
      }
      spread(list.fields.map(activateGlobs));
      if (list.endsApart && current !== undefined) {
        fields.push(current);
        current = undefined;
      }
    }
  }
  if (current !== undefined) fields.push(current);
  return fields;
}
