import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { PLACE } from "./shared-corpus.ts";
import { TABLES } from "./tables.ts";

/** A dangerous line that asks is caught; an ordinary one must simply run. */
const holds = (expected: string, got: string): boolean => (expected === "allow" ? got === "allow" : got !== "allow");

describe.each(Object.entries(TABLES))("%s", (_name, attacks) => {
  test.each(attacks.map((attack) => [...attack]))("%s → %s: %s", (command, decision) => {
    const verdict = judge(command, PLACE);
    const said = verdict.findings.map((finding) => `${finding.decision} ${finding.rule}`);
    expect({ holds: holds(decision, verdict.decision), said }).toEqual({ holds: true, said });
  });
});

test("the tables are large enough to mean something", () => {
  const all = Object.values(TABLES).flat();
  expect(new Set(all.map(([command]) => command)).size).toBeGreaterThanOrEqual(400);
});
