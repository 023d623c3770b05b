import { expect, test } from "vitest";
import { createGate } from "../../../src/core/permission/gate.ts";
import { SessionRules } from "../../../src/core/permission/session-rules.ts";
import { NO_RULES } from "../../../src/core/policy/rules/user-rules.ts";
import { waitUntil } from "../../support/wait-until.ts";

const ALLOW = { decision: "allow", rule: "Bash(git push *)", by: "test" } as const;

function withSessions(...sessions: string[]): SessionRules {
  const rules = new SessionRules();
  for (const session of sessions) rules.use(session);
  return rules;
}

test("a rule holds for its session alone, and is the same set until another holds", () => {
  const rules = withSessions("one", "two");
  const made = rules.add("one", ALLOW);
  const set = rules.rulesOf("one");
  expect(set.rules).toMatchObject([{ id: `user: ${made?.id}`, decision: "allow", match: ["git push *"] }]);
  rules.use("one");
  expect([rules.rulesOf("one") === set, rules.rulesOf("two"), rules.rulesOf("three")]).toEqual([
    true,
    NO_RULES,
    NO_RULES,
  ]);
  expect(rules.list()).toEqual([made]);
});

test("a session that was not used, or has ended, has no rules", () => {
  const rules = withSessions("one");
  expect(rules.add("two", ALLOW)).toBeUndefined();
  rules.add("one", ALLOW);
  rules.forget("one");
  expect([rules.sessions, rules.list(), rules.rulesOf("one"), rules.add("one", ALLOW)]).toEqual([
    [],
    [],
    NO_RULES,
    undefined,
  ]);
  rules.use("one");
  expect(rules.list()).toEqual([]);
});

test("a rule can be taken back, once", () => {
  const rules = withSessions("one");
  const [first, second] = [rules.add("one", ALLOW), rules.add("one", { ...ALLOW, decision: "deny" })];
  expect(rules.remove(first?.id ?? "")).toEqual(first);
  expect(rules.remove(first?.id ?? "")).toBeUndefined();
  expect(rules.list()).toEqual([second]);
});

test("a rule that ends is gone then", async () => {
  const rules = withSessions("one");
  rules.add("one", { ...ALLOW, until: new Date(Date.now() + 200).toISOString() });
  rules.add("one", { ...ALLOW, rule: "Bash(ls)" });
  await waitUntil("its end", () => rules.list().length === 1);
  expect(rules.rulesOf("one").rules).toMatchObject([{ match: ["ls"] }]);
});

test("what is no rule is a fault, and nothing is kept", () => {
  const rules = withSessions("one");
  expect(() => rules.add("one", { ...ALLOW, rule: "Read(x)" })).toThrow(/is not about Bash/);
  expect(rules.list()).toEqual([]);
});

test("a gate lets through and refuses by the rules of the session, from the next command on", async () => {
  const sessionRules = withSessions("one", "two");
  const gate = createGate({ home: "/home/dev", workspace: "/w", sessionRules });
  const decide = async (text: string, sessionId = "one") =>
    (await gate.judge({ text, cwd: "/w", sessionId })).verdict.decision;
  expect([await decide("git push origin main"), await decide("npm test"), await decide("npm test")]).toEqual([
    "ask",
    "allow",
    "allow",
  ]);
  sessionRules.add("one", ALLOW);
  sessionRules.add("one", { decision: "deny", rule: "Bash(npm *)", by: "test" });
  expect([await decide("git push origin main"), await decide("npm test")]).toEqual(["allow", "deny"]);
  expect([await decide("git push origin main", "two"), await decide("npm test", "two")]).toEqual(["ask", "allow"]);
  gate.forget("one");
  expect([await decide("git push origin main"), await decide("npm test"), sessionRules.sessions]).toEqual([
    "ask",
    "allow",
    ["two"],
  ]);
});
