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

/** A character as it is written in a sentence, and the name of the key that sends it; undefined where there is none. */
export type KeyInText = { readonly letter: string; readonly key: string | undefined };

/** The first character of a text that is no text but a key; undefined where all is text. */
export function keyInText(text: string): KeyInText | undefined {
  const found = /[^\P{Cc}\t\n\r]/u.exec(text)?.[0];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0) ?? 0;
  return { letter: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`, key: keyOf(code) };
}

function keyOf(code: number): string | undefined {
  if (code === 0) return "C-Space";
  if (code === 0x1b) return "Escape";
  if (code === 0x7f) return "Backspace";
  return code < 0x20 ? `C-${String.fromCodePoint(code + 0x40).toLowerCase()}` : undefined;
}
