import type { Text } from "./texts.ts";

/** Where a text runs. */
export type Mode = "session" | "background" | "sandboxed session";

const REFUSED = "bash would run the lines before the error; the tool asks `bash -n` first and runs nothing";

const SESSIONS: readonly Mode[] = ["session", "sandboxed session"];

/** Texts that nacre's shells run otherwise than bash on purpose, why, and in which mode where not in each. No other list has them. */
export const INTENDED: readonly (readonly [text: Text, why: string, modes?: readonly Mode[]])[] = [
  ["alias hi='echo hello'\nhi", "aliases are expanded, as at a prompt"],
  ["echo ${#PIPESTATUS[@]}", "a text comes after others; only the first command of a bash finds no pipe statuses"],
  ["set -xv; echo a", "with -v a text is evaluated, so that bash does not show nacre's lines; -x marks that level"],
  [
    "trap 'echo $BASH_COMMAND' EXIT; true",
    "the text is over when its trap runs, so the command that runs is the trap's own",
    SESSIONS,
  ],
  [
    "set -r; cd /; echo $?",
    "a restricted bash cannot take nacre's lines: it refuses them where the text prints, and another takes its place",
    SESSIONS,
  ],
  [
    "ulimit -n 3; echo $?",
    "a bash that can open nothing cannot take nacre's lines: it says so where the text prints, and another takes its place",
    SESSIONS,
  ],
  [
    ["exec 5>t; BASH_XTRACEFD=5; set -x", "echo hi", "set +x; cat t"],
    "nacre's lines are traced to nowhere by redirecting stderr, and this trace goes elsewhere",
    SESSIONS,
  ],
  [
    ["n=0; trap '((n++))' DEBUG", "true", "trap - DEBUG; echo $n"],
    "the end of a text must show its DEBUG trap before it can take it away, and the trap sees that",
    SESSIONS,
  ],
  [
    ["f() { set -v; }", "f", "echo hi"],
    "bash shows the line behind a text in which -v came out of a function; only the next text is evaluated",
    SESSIONS,
  ],
  [
    "set -v; exit 3",
    "bash shows the trap by which a bash that ends says its state; without it what the text set would be lost",
    SESSIONS,
  ],
  [";", REFUSED],
  ["echo $(", REFUSED],
  ["if true; then echo", REFUSED],
  ["echo 'open", REFUSED],
  ["}", REFUSED],
  ["echo ok; )", REFUSED],
  ["f( { :; }", REFUSED],
];

const ALL: readonly Mode[] = ["session", "background", "sandboxed session"];

/** Whether a text differs on purpose in this mode. */
export function isIntended(text: Text, mode: Mode): boolean {
  return INTENDED.some(([one, , modes = ALL]) => JSON.stringify(one) === JSON.stringify(text) && modes.includes(mode));
}
