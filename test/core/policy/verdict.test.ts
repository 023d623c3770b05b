import { expect, test } from "vitest";
import { type Decision, type Finding, stricter, verdictOf } from "../../../src/core/policy/verdict.ts";

const found = (decision: Decision, suggestion?: string): Finding => ({
  decision,
  rule: decision,
  reason: "r",
  part: "p",
  span: [0, 1],
  ...(suggestion === undefined ? {} : { suggestion }),
});

test("of two decisions the stricter one holds, in whatever order", () => {
  expect([stricter("allow", "ask"), stricter("deny", "ask"), stricter("allow", "allow")]).toEqual([
    "ask",
    "deny",
    "allow",
  ]);
});

test("the strictest finding decides, and the first of those gives its suggestion", () => {
  const findings = [found("ask", "a"), found("deny", "b"), found("deny", "c")] as const;
  expect(verdictOf(findings, [])).toEqual({ decision: "deny", findings, parts: [], suggestion: "b" });
});

test("a verdict without a suggestion has no such field", () => {
  expect(verdictOf([found("ask", "a"), found("deny")], [])).not.toHaveProperty("suggestion");
});
