import { expect, test } from "vitest";
import { questionsOf } from "../../../src/core/permission/asked-part.ts";
import { type GrantScope, Grants } from "../../../src/core/permission/grants.ts";
import { madeRule } from "../../../src/core/permission/made-rule.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import type { UserRule } from "../../../src/core/policy/rules/user-rules.ts";
import type { Finding } from "../../../src/core/policy/verdict.ts";

const askedOf = (text: string): readonly Finding[] =>
  questionsOf(judge(text, { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" }));
const SCOPE: GrantScope = { text: "git push", cwd: "/w", sessionId: "one", variables: new Map([["A", "1"]]) };
const ASKED = askedOf("git push");

test("a session's grant holds for the same text, input, directory, session and variables only", () => {
  const grants = new Grants();
  grants.rememberSession(SCOPE, ASKED);
  expect(grants.holds({ ...SCOPE }, ASKED)).toBe(true);
  const others: Partial<GrantScope>[] = [
    { text: "git push -f" },
    { cwd: "/" },
    { stdin: { kind: "text", text: "" } },
    { stdin: { kind: "stream" } },
    { sessionId: "two" },
    { variables: new Map() },
  ];
  expect(others.filter((other) => grants.holds({ ...SCOPE, ...other }, ASKED))).toEqual([]);
});

test("a session's grant answers the questions that were asked, or some of them, and no other", () => {
  const grants = new Grants();
  const both = askedOf("git push --force");
  grants.rememberSession(SCOPE, both);
  expect(both).toHaveLength(2);
  expect([grants.holds(SCOPE, both), grants.holds(SCOPE, both.slice(1))]).toEqual([true, true]);
  expect(grants.holds(SCOPE, [...both, ...askedOf("npm install -g x")])).toBe(false);
  expect(grants.holds(SCOPE, askedOf("true; git push --force"))).toBe(false);
});

test("the order in which variables were set does not count", () => {
  const grants = new Grants();
  const [a, b] = [["A", "1"] as const, ["B", "2"] as const];
  grants.rememberSession({ ...SCOPE, variables: new Map([a, b]) }, ASKED);
  expect(grants.holds({ ...SCOPE, variables: new Map([b, a]) }, ASKED)).toBe(true);
});

test("a session that is forgotten takes its grants along, and no other's", () => {
  const grants = new Grants();
  for (const sessionId of ["one", "one two"]) grants.rememberSession({ ...SCOPE, sessionId }, ASKED);
  grants.forget("one");
  expect(["one", "one two"].map((sessionId) => grants.holds({ ...SCOPE, sessionId }, ASKED))).toEqual([false, true]);
});

test("a rule is kept for one client, and told", () => {
  const told: UserRule[] = [];
  const grants = new Grants({ onRule: (rule) => told.push(rule) });
  const rules = ["a", "b"].map((name) => madeRule(name, { match: [name] }));
  for (const rule of rules) grants.rememberRules([rule], "client");
  expect([grants.rulesOf("client").rules, grants.rulesOf(undefined).rules, told]).toEqual([rules, [], rules]);
});
