import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import type { Decision } from "../../src/core/policy/verdict.ts";
import type { Attack } from "./attack.ts";
import { PLACE } from "./shared-corpus.ts";
import { HARSH, SOFT } from "./soft.ts";
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
  if (SOFT.some(({ lines }) => lines[table]?.includes(command))) return "ask";
  return HARSH[table]?.includes(command) ? "deny" : undefined;
}

describe.each(Object.entries(TABLES))("%s", (name, attacks) => {
  test("every line gets its label", () => {
    expect(attacks.flatMap((attack) => complaint(name, attack) ?? [])).toEqual([]);
  });
});

describe.each([
  ...SOFT.map(({ kind, lines }) => ({ list: `SOFT, ${kind},`, debts: lines, label: "deny" })),
  { list: "HARSH", debts: HARSH, label: "ask" },
])("$list", ({ debts, label }) => {
  test.each(Object.entries(debts))(`holds ${label} lines of %s`, (name, commands) => {
    const labelled = (TABLES[name] ?? []).filter(([, decision]) => decision === label).map(([command]) => command);
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !labelled.includes(command))).toEqual([]);
  });
});

const softOf = (should: string): readonly string[] =>
  SOFT.filter((soft) => soft.should === should).flatMap(({ lines }) => Object.values(lines).flat());

test("each line that is only asked about is of one kind, and each kind has a reason of its own", () => {
  const soft = [...softOf("ask"), ...softOf("deny")];
  expect(soft.filter((command, index) => soft.indexOf(command) !== index)).toEqual([]);
  expect(new Set(SOFT.map(({ kind }) => kind)).size).toBe(SOFT.length);
  expect(new Set(SOFT.map(({ because }) => because)).size).toBe(SOFT.length);
});

/** Lower these with the lists. */
test("the lists of soft.ts have not grown", () => {
  expect(softOf("ask").length).toBeLessThanOrEqual(314);
  expect(softOf("deny").length).toBeLessThanOrEqual(7);
  const harsh = Object.values(HARSH).flat();
  expect(harsh.length).toBeLessThanOrEqual(28);
  expect(new Set(harsh).size).toBe(harsh.length);
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
