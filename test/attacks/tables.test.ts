import { describe, expect, test } from "vitest";
import { judge } from "../../src/core/policy/judge.ts";
import { ASKING } from "./asking.ts";
import type { Attack } from "./attack.ts";
import { DESTRUCTION } from "./destruction.ts";
import { HIDING } from "./hiding.ts";
import { LEAKING } from "./leaking.ts";
import { MACHINE } from "./machine.ts";
import { ORDINARY } from "./ordinary.ts";
import { ROUND_EIGHT } from "./round-eight.ts";
import { ROUND_FIVE } from "./round-five.ts";
import { ROUND_FIVE_REST } from "./round-five-rest.ts";
import { ROUND_FOUR } from "./round-four.ts";
import { ROUND_FOUR_ASKING } from "./round-four-asking.ts";
import { ROUND_FOUR_ORDINARY } from "./round-four-ordinary.ts";
import { ROUND_NINE } from "./round-nine.ts";
import { ROUND_SEVEN } from "./round-seven.ts";
import { ROUND_SIX } from "./round-six.ts";
import { ROUND_TEN } from "./round-ten.ts";
import { RUNNING } from "./running.ts";
import { SECOND_ROUND } from "./second-round.ts";
import { PLACE } from "./shared-corpus.ts";
import { THIRD_ROUND } from "./third-round.ts";

const TABLES: Readonly<Record<string, readonly Attack[]>> = {
  destruction: DESTRUCTION,
  hiding: HIDING,
  running: RUNNING,
  leaking: LEAKING,
  machine: MACHINE,
  asking: ASKING,
  ordinary: ORDINARY,
  "second round": SECOND_ROUND,
  "third round": THIRD_ROUND,
  "round four": ROUND_FOUR,
  "round five": ROUND_FIVE,
  "round five, the rest": ROUND_FIVE_REST,
  "round six": ROUND_SIX,
  "round seven": ROUND_SEVEN,
  "round eight": ROUND_EIGHT,
  "round nine": ROUND_NINE,
  "round ten": ROUND_TEN,
  "round four, asking": ROUND_FOUR_ASKING,
  "round four, ordinary": ROUND_FOUR_ORDINARY,
};

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
