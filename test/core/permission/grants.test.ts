import { expect, test } from "vitest";
import { type GrantScope, Grants, isRepeatable, lastingOf } from "../../../src/core/permission/grants.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import type { UserRule } from "../../../src/core/policy/rules/user-rules.ts";
import type { Verdict } from "../../../src/core/policy/verdict.ts";

const verdictOn = (text: string): Verdict =>
  judge(text, { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" });
const SCOPE: GrantScope = { text: "git push", cwd: "/w", sessionId: "one", variables: new Map([["A", "1"]]) };

test("a session's grant holds for the same text, directory, session and variables only", () => {
  const grants = new Grants();
  grants.rememberSession(SCOPE);
  expect(grants.holds({ ...SCOPE })).toBe(true);
  const others: Partial<GrantScope>[] = [
    { text: "git push -f" },
    { cwd: "/" },
    { sessionId: "two" },
    { variables: new Map() },
  ];
  expect(others.filter((other) => grants.holds({ ...SCOPE, ...other }))).toEqual([]);
});

test("the order in which variables were set does not count", () => {
  const grants = new Grants();
  const [a, b] = [["A", "1"] as const, ["B", "2"] as const];
  grants.rememberSession({ ...SCOPE, variables: new Map([a, b]) });
  expect(grants.holds({ ...SCOPE, variables: new Map([b, a]) })).toBe(true);
});

test("a session that is forgotten takes its grants along, and no other's", () => {
  const grants = new Grants();
  for (const sessionId of ["one", "one two"]) grants.rememberSession({ ...SCOPE, sessionId });
  grants.forgetSession("one");
  expect(["one", "one two"].map((sessionId) => grants.holds({ ...SCOPE, sessionId }))).toEqual([false, true]);
});

test("always becomes a rule for the questions that were asked, and is told", () => {
  const told: UserRule[] = [];
  const grants = new Grants({ onRule: (rule) => told.push(rule) });
  const verdict = verdictOn("git push");
  grants.rememberRules(verdict);
  expect(grants.rules.rules).toMatchObject([
    { decision: "allow", match: ["git push *"], answers: verdict.findings.map(({ rule }) => rule) },
  ]);
  expect(told).toEqual(grants.rules.rules);
});

test.each([["npx thing"], ["./my-tool $(cat x)"], ["ls"]])("%s becomes no rule", (text) => {
  const grants = new Grants();
  grants.rememberRules(verdictOn(text));
  expect([lastingOf(verdictOn(text)), grants.rules.rules]).toEqual([undefined, []]);
});

test("what cannot be known is not repeatable", () => {
  expect(isRepeatable(verdictOn("git push"))).toBe(true);
  expect(isRepeatable(verdictOn('eval "$(cat x)"'))).toBe(false);
});
