/** What can be told from a command's text alone of what it may do to its bash. In doubt, it may. */

/** Whether it may cost the session its bash without a word: the state is written down before it runs. */
export const isRisky = (text: string): boolean => RISKY.test(text);

const RISKY =
  /\b(?:exec|kill|pkill|killall|trap|ulimit|prlimit|enable|noexec|restricted)\b|\bset\s+-\w*[nr]|\$\$|BASHPID|__nacre/;

/** What the loop in bash has to know of a text before it runs it; `harness.ts` says what each letter means. */
export function flagsOf(text: string): string {
  let flags = notesPipeStatus(text) ? "p" : "";
  for (const [flag, words] of Object.entries(FLAG_WORDS)) if (words.test(text)) flags += flag;
  return flags;
}

/** What in a text sets each flag. */
const FLAG_WORDS = {
  t: /\btrap\b/,
  /** `trap` alone, or with an option. */
  l: /\btrap\s*(?:-|[;|&)}>\n]|$)/,
  /** The words themselves, or what may bring them in from elsewhere. */
  b: /\b(?:break|continue|eval|source)\b|(?:^|[\s;&|({])\.\s/,
  v: /\b(?:readonly|declare|typeset|enable|ulimit|prlimit)\b|__nacre/,
} as const;

/**
 * Whether a line may follow the text in the same `eval` without the text meaning anything else. bash forgets
 * PIPESTATUS at the end of an `eval`, so the note must stand inside it; where it could be swallowed by an open
 * heredoc, a trailing backslash or an unfinished list, we do without pipe statuses.
 */
function notesPipeStatus(text: string): boolean {
  if (!text.includes("|") || WAITS_FOR_MORE.test(text) || TRACES.test(text)) return false;
  const lines = text.replaceAll("<<<", "").split("\n");
  if (lines.some(waitsBehindHeredoc)) return false;
  const ends = new Set(lines.slice(1).map((line) => line.replace(/^\t+/, "")));
  return lines
    .flatMap((line) => [...line.matchAll(/<<-?\s*(\S*)/g)])
    .every(([, word = ""]) => ends.has(delimiterOf(word)));
}

/** Whether what such a line waits for comes behind its heredoc: the end of the text may be that of the heredoc. */
const waitsBehindHeredoc = (line: string): boolean =>
  line.includes("<<") && (/(?:\\|\||&&)$/.test(line.trimEnd()) || /(?:\||&&)\s*#/.test(line));

/** An operator or a backslash at the end; comments may stand behind it. Each comment is a whole line, so that no text makes this slow. */
const WAITS_FOR_MORE = /(?:\\|\||&&)\s*(?:#[^\n]*(?:\n\s*|$))*$/;

/** A trace would show our line. */
const TRACES = /\bset\s+[-+]\w*[xvn]|xtrace|verbose|noexec/;

/** The line that ends a heredoc; one that no line can be where the word is none. */
const delimiterOf = (word: string): string => word.replaceAll(/["'\\]|[;|&)>].*$/g, "") || "\n";
