/** A word as it stands in the text. `plain` words have neither quotes nor anything that bash would expand. */
export type Word = { readonly text: string; readonly start: number; readonly end: number; readonly plain: boolean };

/** Words up to an operator, and that operator (`""` at the end of the text). */
export type SimpleCommand = { readonly words: readonly Word[]; readonly operator: string };

/** Any of these, unquoted, may change which words there are or which command they belong to: then this reader gives up. */
const BEYOND = /[`(){}#!]|\$[({['"]|<</;
const PLAIN = /^[A-Za-z0-9_./,@%+:-]+$/;
const OPERATOR = /[ \t]*\n[ \t\n]*|[ \t]*(?:&&|\|\||\|&|[;|&])[ \t]*/;
/** Quoted stretches, escaped characters, `2>&1`, and everything else that ends no word. */
const WORD = /(?:'[^']*'|"(?:[^"\\`$]|\\[^]|\$(?![({]))*"|\\[^]|[<>]&[\d-]|&>>?|[^ \t\n'"\\;|&])+/;
const TOKEN = new RegExp(`(${WORD.source})|(${OPERATOR.source})|[ \\t]+`, "gy");

/**
 * The simple commands of an ordinary line: words, quotes, lists and pipelines. Undefined for anything that needs a real
 * parser: the caller then does without. Only conveniences depend on it, never safety.
 */
export function simpleCommandsIn(text: string): readonly SimpleCommand[] | undefined {
  const commands: { words: Word[]; operator: string }[] = [{ words: [], operator: "" }];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) return undefined;
    const [, word, operator] = found;
    const last = commands.at(-1);
    if (operator !== undefined && last !== undefined) {
      last.operator = operator.trim() || "\n";
      commands.push({ words: [], operator: "" });
    } else if (word !== undefined) {
      if (BEYOND.test(word.replace(/'[^']*'|"[^"]*"|\\[^]/g, ""))) return undefined;
      const isTarget = /[<>]$/.test(last?.words.at(-1)?.text ?? "");
      last?.words.push({ text: word, start, end: start + word.length, plain: PLAIN.test(word) && !isTarget });
    }
  }
  return commands.filter(({ words }) => words.length > 0);
}
