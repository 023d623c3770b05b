/**
 * How long a verdict takes: median and 99th percentile over every labelled line (or the tables of the tests where those are
 * absent), and how the time grows with the length of the text. Run by `npm run bench`.
 */
import { judge, type Where } from "../src/core/policy/judge.ts";
import { policyLines } from "../test/attacks/shared-corpus.ts";
import { TABLES } from "../test/attacks/tables.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const ROUNDS = 5;

const labelled = policyLines().map(({ command }) => command);
const commands =
  labelled.length > 0
    ? labelled
    : Object.values(TABLES)
        .flat()
        .map(([command]) => command);

/** Each command's time is the median of its rounds: what a shared machine does in between is not the policy's. */
function timesOf(list: readonly string[]): readonly { readonly command: string; readonly ms: number }[] {
  for (const command of list) judge(command, PLACE);
  return list.map((command) => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      judge(command, PLACE);
      return performance.now() - start;
    });
    return { command, ms: rounds.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0 };
  });
}

const times = timesOf(commands).toSorted((a, b) => a.ms - b.ms);
const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))]?.ms ?? 0;

console.log(`policy: ${times.length} commands`);
console.log(
  `  median ${at(0.5).toFixed(3)} ms (bar 0.5), p99 ${at(0.99).toFixed(3)} ms (bar 5), slowest ${at(1).toFixed(3)} ms`,
);
for (const { command, ms } of times.slice(-3).toReversed())
  console.log(`    ${ms.toFixed(2)} ms  ${command.slice(0, 90).replaceAll("\n", "⏎")}`);

/** Texts of one kind, growing; linear means that the time per character stays what it is. */
const GROWING: Readonly<Record<string, (count: number) => string>> = {
  words: (count) => `echo ${"word ".repeat(count)}`,
  statements: (count) => "echo a; ".repeat(count),
  pipeline: (count) => `echo a${" | cat".repeat(count)}`,
  substitutions: (count) => `echo ${"$(ls) ".repeat(count)}`,
  variables: (count) => Array.from({ length: count }, (_, index) => `v${index}=x; echo $v${index};`).join(" "),
  heredoc: (count) => `cat > x <<'E'\n${"a line of text\n".repeat(count)}E\n`,
  python: (count) => `python3 - <<'E'\n${"x = open('a.txt').read()\n".repeat(count)}E\n`,
};

console.log("  microseconds per character as the text grows:");
for (const [kind, grown] of Object.entries(GROWING)) {
  const cells = [100, 200, 400, 800].map((count) => {
    const text = grown(count);
    const [{ ms } = { ms: 0 }] = timesOf([text]);
    return `${text.length} chars ${((1000 * ms) / text.length).toFixed(2)}`;
  });
  console.log(`    ${kind.padEnd(14)} ${cells.join("   ")}`);
}
