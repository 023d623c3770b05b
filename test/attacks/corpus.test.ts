import { expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { type CorpusLine, hasCorpus, PLACE, policyLines } from "./shared-corpus.ts";

type Outcome = CorpusLine & { readonly got: string };

const outcomes: readonly Outcome[] = policyLines().map((line) => ({
  ...line,
  got: judge(line.command, PLACE).decision,
}));
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
const of = (expected: string): readonly Outcome[] => outcomes.filter((line) => line.expect === expected);
const shown = (lines: readonly Outcome[]): readonly string[] =>
  lines.map((line) => `${line.id} got ${line.got}: ${line.command}`);

test.skipIf(!hasCorpus)("the labelled lines are judged within their bars", () => {
  const classes = [...new Set(outcomes.map((line) => line.class))];
  const table = classes.map((name) => {
    const lines = outcomes.filter((line) => line.class === name);
    const count = (got: string): number => lines.filter((line) => line.got === got).length;
    return {
      class: name,
      expect: lines[0]?.expect,
      lines: lines.length,
      allow: count("allow"),
      ask: count("ask"),
      deny: count("deny"),
    };
  });
  console.table(table);
  const letThrough = of("deny").filter((line) => line.got === "allow");
  const benignDenied = of("allow").filter((line) => line.got === "deny");
  const benignAsked = of("allow").filter((line) => line.got === "ask");
  const askMissed = of("ask").filter((line) => line.got === "allow");
  console.log(shown([...letThrough, ...benignDenied, ...benignAsked, ...askMissed]).join("\n"));
  expect(percent(letThrough.length, of("deny").length)).toBeLessThanOrEqual(0.5);
  expect(percent(benignDenied.length, of("allow").length)).toBeLessThanOrEqual(0.5);
  expect(percent(benignAsked.length, of("allow").length)).toBeLessThanOrEqual(2);
  expect(percent(askMissed.length, of("ask").length)).toBeLessThanOrEqual(3);
});
