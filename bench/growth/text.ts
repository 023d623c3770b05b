/** The text of one command: how long the judge takes, and how long a session takes to read it. */
import { judge, type Where } from "../../src/core/policy/judge.ts";
import { quantile } from "../measure.ts";
import { inScratch, ours, Sessions } from "../subjects.ts";
import type { Growth } from "./growth.ts";
import { medianMs } from "./stopwatch.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

/** Texts of one kind, of about this length. */
const KINDS: Readonly<Record<string, (length: number) => string>> = {
  words: (length) => `echo ${"word ".repeat(length / 5)}`,
  statements: (length) => "echo a; ".repeat(length / 8),
  pipeline: (length) => `echo a${" | cat".repeat(length / 6)}`,
  substitutions: (length) => `echo ${"$(ls) ".repeat(length / 6)}`,
  braces: (length) => "{ echo a; }; ".repeat(length / 13),
  variables: (length) => Array.from({ length: length / 20 }, (_, index) => `v${index}=x; echo $v${index};`).join(" "),
  heredoc: (length) => `cat > x <<'E'\n${"a line of text\n".repeat(length / 15)}E\n`,
  "open arithmetic": (length) => `echo ${"$((".repeat(25)} ${"1 + 2 ".repeat(length / 6)}`,
  "one literal": (length) => `python3 -c 'print("${"text ".repeat(length / 5)}")'`,
  "one path": (length) => `cat ${"a/".repeat(length / 2)}b`,
  javascript: (length) => `node -e '${"console.log(x + 1);\n".repeat(length / 20)}'`,
  perl: (length) => `perl -e '${'system("ls"); '.repeat(length / 14)}'`,
  python: (length) => `python3 - <<'E'\n${"x = open('a.txt').read()\n".repeat(length / 25)}E\n`,
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
  sizes: [1000, 4000, 16_000, 60_000],
  things: {
    ...Object.fromEntries(Object.keys(KINDS).map((kind) => [`a verdict on ${kind}`, "all" as const])),
    "read and run by a session": "all",
  },
  measure: (size) =>
    inScratch(async (directory) => {
      await using sessions = new Sessions(ours, directory);
      await sessions.run("true");
      const verdicts = Object.entries(KINDS).map(([kind, of]) => [`a verdict on ${kind}`, judged(of(size))]);
      const run = await medianMs(() => sessions.run(`: ${"word ".repeat(size / 5)}`), 5);
      return { ...Object.fromEntries(verdicts), "read and run by a session": run };
    }),
};
