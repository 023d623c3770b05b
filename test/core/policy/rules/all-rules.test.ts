import { expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { isRuleId, RULES } from "../../../../src/core/policy/rules/all-rules.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const rulesSaid = (command: string, mode: "standard" | "strict"): readonly string[] =>
  judge(command, { ...PLACE, mode }).findings.map((finding) => finding.rule);

const examples = Object.entries(RULES).flatMap(([id, rule]) => [
  ...rule.examples.caught.map((command) => ({ id, command, caught: true })),
  ...rule.examples.fine.map((command) => ({ id, command, caught: false })),
]);

test.each(examples)("$id proves its example: $command", ({ id, command, caught }) => {
  expect(rulesSaid(command, id === "strict-unknown" ? "strict" : "standard").includes(id)).toBe(caught);
});

const WEIGHT = { allow: 0, ask: 1, deny: 2 } as const;

test.each(Object.entries(RULES))(
  "%s is needed: without it an example of its own gets a milder decision",
  (id, rule) => {
    const decides = rule.examples.caught.filter((command) => {
      const verdict = judge(command, { ...PLACE, mode: id === "strict-unknown" ? "strict" : "standard" });
      const others = verdict.findings.filter((finding) => finding.rule !== id).map(({ decision }) => WEIGHT[decision]);
      return Math.max(0, ...others) < WEIGHT[verdict.decision];
    });
    expect(decides.length).toBeGreaterThan(0);
  },
);

test.each(Object.entries(RULES))("%s says its reason in a sentence", (_id, rule) => {
  expect(rule.reason).toMatch(/^[A-Z].*\.$/);
  expect(rule.suggestion).toMatch(/^[A-Z].*\.$/);
});

/** Commands that a text offers: what stands in backticks and is no option, name or setting. */
const offered = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, part = ""]) => part).filter((part) => !/^(?:-|\$'|\w+$)/.test(part));

const SUGGESTED = Object.entries(RULES).flatMap(([id, { suggestion }]) =>
  offered(suggestion).map((command) => ({ id, command })),
);

test.each(SUGGESTED)("$id may offer $command: it is not denied", ({ id, command }) => {
  const { decision, findings } = judge(command, PLACE);
  expect(decision).not.toBe("deny");
  expect(findings.map(({ rule }) => rule)).not.toContain(id);
});

test("only ids of rules are rule ids", () => {
  expect([isRuleId("delete-vital"), isRuleId("nonsense"), isRuleId("toString")]).toEqual([true, false, false]);
});
