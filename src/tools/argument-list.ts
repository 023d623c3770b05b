/** What bash reads as itself wherever it stands. `=` only behind a dash: `A=1` as the first word would set a variable. */
const PLAIN = /^(?:-[\w@%+:,./=-]*|[\w@%+:,./][\w@%+:,./-]*)$/;

/** Words of letters that bash takes for its own grammar where a command may begin. */
const RESERVED = /^(?:if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;

/** A byte that is no UTF-8, as `exactText` gives it. */
const BYTE = /[\udc80-\udcff]/;

/** What a command line names: one word is the text of a command, several are an argument list. */
export const commandOf = (words: readonly string[]): string => (words.length === 1 ? words.join() : commandText(words));

/** The text of a command for bash that runs exactly this argument list: each word is quoted where bash would change it. */
export const commandText = (words: readonly string[]): string => words.map(quoted).join(" ");

function quoted(word: string): string {
  if (PLAIN.test(word) && !RESERVED.test(word)) return word;
  return BYTE.test(word) ? ansiQuoted(word) : `'${word.replaceAll("'", "'\\''")}'`;
}

/** `$'…'`: the only form in which a text can name a byte that is no character. */
const ansiQuoted = (word: string): string =>
  `$'${word.replace(/['\\]/g, "\\$&").replace(/[\udc80-\udcff]/g, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`)}'`;
