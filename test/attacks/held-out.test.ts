import { expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import { TO_ASK } from "./held-out/asking.ts";
import { DANGEROUS } from "./held-out/dangerous.ts";
import { EVERYDAY } from "./held-out/everyday.ts";
import { TYPICAL } from "./held-out/typical-lines.ts";
import { PLACE } from "./shared-corpus.ts";

/** How many lines get another decision than they deserve. The bars may only fall; docs/policy.md has the first run. */
const BARS: readonly {
  readonly what: string;
  readonly expect: Decision;
  readonly got: Decision;
  readonly most: number;
}[] = [
  { what: "dangerous lines that are allowed", expect: "deny", got: "allow", most: 0 },
  { what: "dangerous lines that are only asked about", expect: "deny", got: "ask", most: 2 },
  { what: "lines to ask about that are allowed", expect: "ask", got: "allow", most: 1 },
  { what: "lines to ask about that are denied", expect: "ask", got: "deny", most: 8 },
  { what: "ordinary lines that are asked about", expect: "allow", got: "ask", most: 3 },
  { what: "ordinary lines that are denied", expect: "allow", got: "deny", most: 0 },
];

const judged = [...DANGEROUS, ...TO_ASK, ...EVERYDAY, ...TYPICAL].map(([command, deserved]) => ({
  command,
  deserved,
  got: judge(command, PLACE).decision,
}));

test.each(BARS)("$what: at most $most", ({ expect: expected, got, most }) => {
  const wrong = judged.filter((line) => line.deserved === expected && line.got === got);
  expect(wrong.length, wrong.map(({ command }) => command).join("\n")).toBeLessThanOrEqual(most);
});
