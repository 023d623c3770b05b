/** The text of one command: how long the judge takes, and how long a session takes to read it. */
import { LONGEST_COMMAND } from "../../src/core/base/limits.ts";
import { judge, type Where } from "../../src/core/policy/judge.ts";
import { quantile } from "../measure.ts";
import { inScratch, ours, Sessions } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { medianMs } from "./stopwatch.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

const numbered = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join("\n");

/** What stands around the pieces of a kind: no text is longer than the longest command. */
const ROOM = 200;

/** Texts of one kind, of about this length. */
const KINDS: Readonly<Record<string, (length: number) => string>> = {
  words: (length) => `echo ${"word ".repeat(length / 5)}`,
  statements: (length) => "echo a; ".repeat(length / 8),
  pipeline: (length) => `echo a${" | cat".repeat(length / 6)}`,
  substitutions: (length) => `echo ${"$(ls) ".repeat(length / 6)}`,
  braces: (length) => "{ echo a; }; ".repeat(length / 13),
  variables: (length) => numbered(length / 28, (n) => `v${n}=x; echo $v${n};`),
  heredoc: (length) => `cat > x <<'E'\n${"a line of text\n".repeat(length / 15)}E\n`,
  "open arithmetic": (length) => `echo ${"$((".repeat(25)} ${"1 + 2 ".repeat(length / 6)}`,
  "one literal": (length) => `python3 -c 'print("${"text ".repeat(length / 5)}")'`,
  "one path": (length) => `cat ${"a/".repeat(length / 2)}b`,
  javascript: (length) => `node -e '${"console.log(x + 1);\n".repeat(length / 20)}'`,
  perl: (length) => `perl -e '${'system("ls"); '.repeat(length / 14)}'`,
  python: (length) => `python3 - <<'E'\n${"x = open('a.txt').read()\n".repeat(length / 25)}E\n`,
  ruby: (length) => `ruby -e '${'puts File.read("a"); '.repeat(length / 22)}'`,
  awk: (length) => `awk '${"{ print $1 } ".repeat(length / 13)}' a.txt`,
  "one run of names": (length) => `python3 -c 'x${"a:".repeat(length / 2)}'`,
  "shell in a heredoc": (length) => `bash <<'E'\n${"ls a\n".repeat(length / 5)}E\n`,
  "a makefile that is run": (length) => `cat > Makefile <<'E'\n${"a:\n\tls\n".repeat(length / 7)}E\nmake`,
  "files written and read": (length) => numbered(length / 24, (n) => `echo a > ${n}; cat ${n};`),
  "directories written and read": (length) => numbered(length / 32, (n) => `tar xf a -C d${n}; cat d${n}/x;`),
  functions: (length) => numbered(length / 24, (n) => `f${n}() { ls; }; f${n};`),
  aliases: (length) => numbered(length / 20, (n) => `alias a${n}=ls;`),
  loops: (length) => "for i in a b; do ls $i; done; ".repeat(length / 30),
  conditions: (length) => "if ls; then ls; fi; ".repeat(length / 20),
  patterns: (length) => `case x in ${"a) ls ;; ".repeat(length / 9)}esac`,
  "a value that grows": (length) => `${"a=$a/x; ".repeat(length / 8)}cat $a`,
  defaults: (length) => `echo ${"${a:-b} ".repeat(length / 8)}`,
  "one glob": (length) => `ls ${"*a".repeat(length / 2)}`,
  "open brackets": (length) => `ls ${"$[".repeat(length / 2)}`,
  "links through /proc": (length) => `ls ${"/proc/1/root".repeat(length / 12)}`,
  "an unknown tool": (length) => `frob ${"--all=x ".repeat(length / 8)}`,
  "a commit message": (length) => `git commit -m "${"a line of text\n".repeat(length / 15)}"`,
};

function judged(text: string): number {
  judge(text, PLACE);
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    judge(text, PLACE);
    return performance.now() - begun;
  });
  return quantile(times, 0.5);
}

export const text: Growth = {
  unit: "characters of a command",
  sizes: [1000, 10_000, 100_000, LONGEST_COMMAND],
  things: {
    ...Object.fromEntries(Object.keys(KINDS).map((kind) => [`a verdict on ${kind}`, "all" as const])),
    "read and run by a session": "all",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      await using sessions = new Sessions(ours, directory);
      await sessions.run("true");
      const verdicts = Object.entries(KINDS).map(([kind, of]) => [`a verdict on ${kind}`, judged(of(size - ROOM))]);
      const run = await medianMs(() => sessions.run(`: ${"word ".repeat((size - ROOM) / 5)}`), 5);
      return { ...Object.fromEntries(verdicts), "read and run by a session": run };
    }),
};
