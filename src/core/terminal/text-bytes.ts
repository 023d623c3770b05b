/** What begins and ends a paste, for programs that asked to be told. */
const PASTE = { begin: "\x1b[200~", end: "\x1b[201~" } as const;

/**
 * The bytes a keyboard would send for a text. Programs in raw mode know Enter as CR alone, and the line discipline makes LF
 * of it for the others. Several lines are marked as a paste where the program asked for it.
 */
export function textBytes(text: string, { bracketedPaste }: { readonly bracketedPaste: boolean }): string {
  const typed = text.replace(/\r?\n/g, "\r");
  const isPaste = bracketedPaste && /\r./s.test(typed);
  return isPaste ? `${PASTE.begin}${typed.replaceAll(PASTE.end, "")}${PASTE.end}` : typed;
}

/** The first character of a text that is no text but a key, as it is written in a sentence; undefined where all is text. */
export function keyInText(text: string): string | undefined {
  const found = /[^\P{Cc}\t\n\r]/u.exec(text)?.[0];
  return found === undefined
    ? undefined
    : `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
