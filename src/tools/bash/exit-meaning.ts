import { type SimpleCommand, simpleCommandsIn } from "./simple-commands.ts";

/** Programs whose exit code 1 is an answer and not a failure. */
const ANSWERS: Readonly<Record<string, string>> = {
  grep: "no line matched",
  egrep: "no line matched",
  fgrep: "no line matched",
  zgrep: "no line matched",
  rg: "no line matched",
  ag: "no line matched",
  ack: "no line matched",
  "git grep": "no line matched",
  diff: "the files differ",
  cmp: "the files differ",
  "git diff": "there are differences",
  test: "the condition is false",
  "[": "the condition is false",
  "[[": "the condition is false",
  pgrep: "no process matched",
  pidof: "no process matched",
  which: "no such program was found",
  type: "no such program was found",
  "command -v": "no such program was found",
  expr: "the result is empty or 0",
};

/** Codes that bash itself gives. A program may give them too, and `set -u` ends bash with 127: stderr must say so as well. */
const OF_BASH: Readonly<Record<number, { readonly said: RegExp; readonly meaning: string }>> = {
  126: {
    said: /: (?:Permission denied|Is a directory|cannot execute|Exec format error)/,
    meaning: "the file was found but cannot be executed",
  },
  127: { said: /: (?:command not found|not found|No such file or directory)$/m, meaning: "no such command was found" },
};

/** What a non-zero exit means where it is an answer or a known code, in a sentence; undefined for an ordinary failure. */
export function exitMeaning(command: string, exitCode: number, stderr: string): string | undefined {
  const known = OF_BASH[exitCode];
  if (known !== undefined) return known.said.test(stderr) ? known.meaning : undefined;
  if (exitCode !== 1) return undefined;
  const commands = simpleCommandsIn(command) ?? [];
  const last = commands.at(-1);
  if (last === undefined || last.operator === "&") return undefined;
  const program = programOf(last);
  const meaning = ANSWERS[program];
  if (meaning === undefined) return undefined;
  // `a && grep x`: the 1 may come from `a`. A program that prints to stderr has failed, whichever it was.
  if (stderr.trim() !== "") return undefined;
  return `exit code 1 of ${program} is an answer, not a failure: ${meaning}`;
}

function programOf({ words }: SimpleCommand): string {
  const [first = "", second = ""] = words
    .map(({ text }) => text)
    .filter((text, index) => index > 0 || !/^\w+=/.test(text));
  const name = first.slice(first.lastIndexOf("/") + 1);
  const pair = `${name} ${second}`;
  return Object.hasOwn(ANSWERS, pair) ? pair : name;
}
