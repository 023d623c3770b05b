import { expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import { hasRealLines, type RealLine, realLines } from "./shared-corpus.ts";

/**
 * How many lines get another decision than they deserve. The bars may only fall: lower one with the policy that earns it.
 * They hold for these 3,803 lines; other lines need other bars.
 */
const LINES = 3803;
const BARS: readonly {
  readonly what: string;
  readonly expect: Decision;
  readonly got: Decision;
  readonly most: number;
}[] = [
  { what: "dangerous lines that are allowed", expect: "deny", got: "allow", most: 2 },
  { what: "dangerous lines that are only asked about", expect: "deny", got: "ask", most: 37 },
  { what: "lines to ask about that are allowed", expect: "ask", got: "allow", most: 14 },
  { what: "lines to ask about that are denied", expect: "ask", got: "deny", most: 157 },
  { what: "ordinary lines that are asked about", expect: "allow", got: "ask", most: 0 },
  { what: "ordinary lines that are denied", expect: "allow", got: "deny", most: 0 },
];

const judged: readonly (RealLine & { readonly got: Decision })[] = realLines().map((line) => ({
  ...line,
  got: judge(line.command, line.where).decision,
}));

test.skipIf(!hasRealLines)("the bars are those of these lines", () => {
  expect(judged.length).toBe(LINES);
});

test.skipIf(!hasRealLines).each(BARS)("$what: at most $most", ({ expect: expected, got, most }) => {
  const wrong = judged.filter((line) => line.expect === expected && line.got === got);
  expect(wrong.length, wrong.map(({ id }) => id).join(" ")).toBeLessThanOrEqual(most);
});
