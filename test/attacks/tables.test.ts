import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { isRuleId } from "../../src/core/policy/rules/all-rules.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import type { Attack } from "./attack.ts";
import { PLACE } from "./shared-corpus.ts";
import { ASKED_BECAUSE, HARSH, SOFT } from "./soft.ts";
import { TABLES } from "./tables.ts";

/** What is wrong with a line, or `undefined`: it gets its label, or the decision that soft.ts still owes. */
function complaint(table: string, [command, label, because]: Attack): string | undefined {
  const { decision, findings } = judge(command, PLACE);
  const owed = owedDecision(table, command);
  if (decision === (owed ?? label)) return undefined;
  const said = findings.map((finding) => `${finding.decision} ${finding.rule}`).join(", ");
  const advice = owed !== undefined && decision === label ? "it gets its label: remove it from soft.ts" : because;
  return `${JSON.stringify(command)} deserves ${label}, gets ${decision} (${said}): ${advice}`;
}

/** The decision a line of soft.ts gets today in place of its label. */
function owedDecision(table: string, command: string): Decision | undefined {
  if (SOFT[table]?.includes(command)) return "ask";
  return HARSH[table]?.includes(command) ? "deny" : undefined;
}

describe.each(Object.entries(TABLES))("%s", (name, attacks) => {
  test("every line gets its label", () => {
    expect(attacks.flatMap((attack) => complaint(name, attack) ?? [])).toEqual([]);
  });
});

describe.each([
  { list: "SOFT", debts: SOFT, label: "deny" },
  { list: "HARSH", debts: HARSH, label: "ask" },
])("$list", ({ debts, label }) => {
  test.each(Object.entries(debts))(`holds ${label} lines of %s, each once`, (name, commands) => {
    const labelled = (TABLES[name] ?? []).filter(([, decision]) => decision === label).map(([command]) => command);
    expect(commands.filter((command) => !labelled.includes(command))).toEqual([]);
    expect(commands.length).toBe(new Set(commands).size);
  });
});

test("each line that is only asked about has its reason, and each reason a line", () => {
  const asked = Object.values(SOFT)
    .flat()
    .map((command) => {
      const { findings } = judge(command, PLACE);
      return { command, rules: findings.filter(({ decision }) => decision === "ask").map(({ rule }) => rule) };
    });
  const hasReason = (rule: string): boolean => isRuleId(rule) && ASKED_BECAUSE[rule] !== undefined;
  expect(asked.filter(({ rules }) => !rules.every(hasReason))).toEqual([]);
  const used = new Set(asked.flatMap(({ rules }) => rules));
  expect(Object.keys(ASKED_BECAUSE).filter((rule) => !used.has(rule))).toEqual([]);
});

/** Lower these with the lists. */
test("the lists of soft.ts have not grown", () => {
  const length = (debts: Readonly<Record<string, readonly string[]>>): number => Object.values(debts).flat().length;
  expect(length(SOFT)).toBeLessThanOrEqual(449);
  expect(length(HARSH)).toBeLessThanOrEqual(28);
});

test("no line stands in two tables", () => {
  const commands = Object.values(TABLES)
    .flat()
    .map(([command]) => command);
  expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
});

test("the tables are large enough to mean something", () => {
  expect(Object.values(TABLES).flat().length).toBeGreaterThanOrEqual(6487);
});
