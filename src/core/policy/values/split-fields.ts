import type { Text } from "./abstract-text.ts";

/** Splits an unquoted text at the separators, and tells whether it begins and ends with one. */
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
