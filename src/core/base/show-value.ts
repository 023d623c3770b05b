const MOST_CHARS = 80;

/** Any value as text for a sentence. Strings are quoted, so that "3" does not look like a number. */
export function shown(value: unknown): string {
  if (typeof value === "string" && value.length > MOST_CHARS) {
    return `${JSON.stringify(value.slice(0, MOST_CHARS))}… (${value.length} characters)`;
  }
  const text = textOf(value);
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}… (${text.length} characters)`;
}

function textOf(value: unknown): string {
  if (typeof value === "function" || typeof value === "bigint") return `a ${typeof value}`;
  if (typeof value === "number") return String(value); // JSON has no NaN
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "an object that holds itself, or a bigint";
  }
}

/** Makes characters visible that move, hide or reorder other text. */
export const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  );

/** A sentence that may name what a command chose: a name with a line break must not look like a sentence of nacre's. */
export const oneLine = (text: string): string => visible(text.replaceAll(/\s*\n\s*/g, " "));
