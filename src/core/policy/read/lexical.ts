import { LONGEST_COMMAND } from "../../base/limits.ts";
import { OWN_CHARACTER } from "../values/abstract-text.ts";
import type { Decision } from "../verdict.ts";

/** The most substitutions and groups that may be open at once. Text with more is not given to the parser. */
const MAX_NESTING = 60;

/** What the characters alone say, before any parsing. */
export type LexicalFinding = {
  readonly rule: "hidden-characters" | "look-alike" | "too-long" | "too-deep";
  readonly decision: Decision;
  readonly span: readonly [start: number, end: number];
};

// NUL, other C0 but tab, newline and carriage return, DEL, C1: a terminal shows them differently from what a shell does
// with them. So it does with a carriage return, but that is in too many files to be refused; questions show it as `\u{d}`.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
// Soft hyphen, joiners, bidi marks, embeddings and isolates, fillers, BOM, invisible operators, tags, noncharacters.
const INVISIBLE =
  /\u00AD|\u034F|\u061C|[\u115F\u1160]|\u17B4|\u17B5|[\u180B-\u180E]|[\u200B-\u200F]|[\u202A-\u202E]|[\u2060-\u206F]|[\u2028\u2029]|\u2800|\u3164|\uFEFF|\uFFA0|[\uFFF9-\uFFFB]|[\uFFFE\uFFFF]|\uDB40[\uDC00-\uDFFF]/;
// Characters that look like a space and are none to bash.
const ODD_SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

// Holes are noncharacters: the policy would take one in a command for its own.
const SUSPECT = new RegExp(
  [CONTROL, INVISIBLE, OWN_CHARACTER, ODD_SPACE, LONE_SURROGATE].map(({ source }) => source).join("|"),
  "g",
);

/** A joiner between two pictographs (👩‍💻) or a selector behind one is how emoji are spelled. */
function isEmojiGlue(text: string, index: number): boolean {
  const char = text.charAt(index);
  if (char === "\uFE0F") return true;
  if (char !== "\u200D") return false;
  const before = text.slice(Math.max(0, index - 3), index);
  const after = text.slice(index + 1, index + 3);
  return (
    /\p{Extended_Pictographic}\uFE0F?$|\p{Emoji_Modifier}$/u.test(before) && /^\p{Extended_Pictographic}/u.test(after)
  );
}

/** A joiner inside a word of a script that needs it (Persian, Hindi …) is spelling, not hiding. */
function isScriptJoiner(text: string, index: number): boolean {
  const char = text.charAt(index);
  if (char !== "\u200C" && char !== "\u200D") return false;
  const needsIt = (code: number): boolean => (code >= 0x600 && code <= 0x6ff) || (code >= 0x900 && code <= 0xdff);
  return needsIt(text.charCodeAt(index - 1)) && needsIt(text.charCodeAt(index + 1));
}

function hiddenAt(text: string): number | undefined {
  for (const match of text.matchAll(SUSPECT)) {
    const index = match.index;
    if (isEmojiGlue(text, index) || isScriptJoiner(text, index)) continue;
    return index;
  }
  return undefined;
}

/** Whether a character hides what the text says, on a screen or to this policy. */
export const hasHiddenCharacter = (text: string): boolean => hiddenAt(text) !== undefined;

/** A character that no screen shows, by its number and its place: `U+200B, character 3`. */
export const namedCharacter = (text: string, at: number): string =>
  `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0")}, character ${at + 1}`;

/** What the characters of a text say. The carriage return says nothing: bash and the parser take it for a letter. */
export function lexicalFindings(text: string): readonly LexicalFinding[] {
  const findings: LexicalFinding[] = [];
  if (text.length > LONGEST_COMMAND) {
    findings.push({ rule: "too-long", decision: "ask", span: [LONGEST_COMMAND, text.length] });
  }
  const hidden = hiddenAt(text.slice(0, LONGEST_COMMAND));
  if (hidden !== undefined) {
    findings.push({ rule: "hidden-characters", decision: "deny", span: [hidden, hidden + 1] });
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined) findings.push({ rule: "too-deep", decision: "ask", span: [deep, deep + 1] });
  return findings;
}

/** Where more than MAX_NESTING brackets are open. Brackets in quotes count as well: too many is the safe error. */
function tooDeepAt(text: string): number | undefined {
  let open = 0;
  let backticks = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === 40 || char === 123) open++;
    else if (char === 41 || char === 125) open = Math.max(0, open - 1);
    else if (char === 96) backticks++;
    if (open > MAX_NESTING || backticks > MAX_NESTING * 8) return i;
  }
  return undefined;
}

const LATIN = /[A-Za-z0-9]/;
const FULL_WIDTH = /[\uFF01-\uFF5E]/;
// Cyrillic, Greek, Armenian, Cherokee, letter-like symbols and mathematical alphabets that pass for Latin letters.
const CONFUSABLE =
  /[\u0370-\u03FF\u0400-\u052F\u0531-\u058F\u13A0-\u13FF\u1D00-\u1D7F\u2100-\u214F\u2215\u2044\u29F8\u2571\u2010-\u2015\u2212\uA4D0-\uA4FF]|\uD835[\uDC00-\uDFFF]/;

/** Whether a program or host name has letters that only look like Latin ones. */
export const isLookAlike = (word: string): boolean =>
  FULL_WIDTH.test(word) || (CONFUSABLE.test(word) && (LATIN.test(word) || word.length <= 4));

/** Whether an argument begins with a look-alike of the slash, the dash, the dot or the tilde: no ordinary one does. */
export const hasFalsePunctuation = (word: string): boolean =>
  /^-*[\u2215\u2044\u29F8\u2571\uFF0F\uFF0D\uFF0E\uFF5E]/.test(word);
