/** What a command may do to its bash, as far as its text tells. In doubt, it may. */

/** Whether the command may end its bash without a save: the state is saved before it runs. */
export const isRisky = (text: string): boolean => RISKY.test(text);

const RISKY =
  /\b(?:exec|kill|pkill|killall|trap|ulimit|prlimit|enable|noexec|restricted)\b|\bset\s+-\w*[nr]|\$\$|BASHPID|__nacre/;

/** What the loop in bash has to know of a text before it runs it; `bash-harness.ts` says what each letter means. */
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
 * Whether a line may follow the text in the same `eval` without changing what the text means. bash forgets PIPESTATUS
 * at the end of an `eval`, so the line must stand inside it; where an open heredoc, a trailing backslash or an
 * unfinished list could swallow the line, the result has no pipe statuses.
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

/** Whether such a line goes on behind its heredoc: the end of the text may be the end of the heredoc. */
const waitsBehindHeredoc = (line: string): boolean =>
  line.includes("<<") && (/(?:\\|\||&&)$/.test(line.trimEnd()) || /(?:\||&&)\s*#/.test(line));

/** An operator or a backslash at the end; comments may stand behind it. Each comment is a whole line, so that no text makes this slow. */
const WAITS_FOR_MORE = /(?:\\|\||&&)\s*(?:#[^\n]*(?:\n\s*|$))*$/;

/** Tracing would show nacre's line. */
const TRACES = /\bset\s+[-+]\w*[xvn]|xtrace|verbose|noexec/;

/** The line that ends a heredoc; "\n", which no line can be, where the word is empty. */
const delimiterOf = (word: string): string => word.replaceAll(/["'\\]|[;|&)>].*$/g, "") || "\n";
