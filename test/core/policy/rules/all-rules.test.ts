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

test.each(Object.entries(RULES))("%s says its reason in a sentence", (_id, rule) => {
  expect(rule.reason).toMatch(/^[A-Z].*\.$/);
  if (rule.suggestion !== undefined) expect(rule.suggestion).toMatch(/\.$/);
});

test("only ids of rules are rule ids", () => {
  expect([isRuleId("delete-vital"), isRuleId("nonsense"), isRuleId("toString")]).toEqual([true, false, false]);
});
