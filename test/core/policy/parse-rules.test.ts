import { describe, expect, test } from "vitest";
import { isFault } from "../../../src/core/base/fault.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import { checkRules, parseRules } from "../../../src/core/policy/parse-rules.ts";
import type { RuleSet } from "../../../src/core/policy/rules/user-rules.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string, rules: RuleSet): string => judge(command, { ...PLACE, rules }).decision;

function problemOf(text: string): string {
  try {
    parseRules(text, "nacre.rules.json");
  } catch (error) {
    return isFault(error, "RULES_INVALID") ? error.message : `not a fault: ${String(error)}`;
  }
  return "accepted";
}

test("rules from code are checked like a file's", () => {
  const set = checkRules(
    [{ id: "no-curl", decision: "deny", reason: "No.", match: ["curl *"] }],
    "options.policy.rules",
  );
  expect(decisionOf("curl localhost", set)).toBe("deny");
  expect(() => checkRules([{ id: "x" }], "options.policy.rules")).toThrow(/rules\[0\]\.decision/);
});

describe("a broken rules file is refused with the place", () => {
  test.each([
    ["", 1, "ends too early"],
    ["{", 1, "field name"],
    ['{\n  "allow": [\n    "a",\n  ]\n}', 4, "a value is expected"],
    ['{"allow": ["a" "b"]}', 1, "expected"],
    ['{"allow": ["a]}', 1, "not closed"],
    ['{"allow": ["\\q"]}', 1, "not a text of JSON"],
    ['{"allow": []} x', 1, "behind the end"],
    ['{"allow": [],\n"allow": []}', 2, "stands twice"],
    ["[]", 1, "must be an object"],
    ['{\n"permit": []\n}', 2, "permit: is not a field"],
    ['{"allow": "x"}', 1, "must be a list"],
    ['{"allow": [\n1]}', 2, "allow[0]: must be a text"],
    ['{"allow": ["a"]\n"deny": []}', 1, ", or } is missing at the end of the line"],
    ['{\n  // mine\n  "allow": []}', 2, "there is a comment, and plain JSON has none"],
    ['{"allow": ["a"],\n  "deny": [ /* none */ ]}', 2, "there is a comment"],
    ['{"allow": ["a"]\n// mine\n}', 2, "there is a comment"],
    ['{"allow": ["a"\n', 1, "the text ends where , or ] is expected"],
    ['{"allow": ["Read(x)"]}', 1, "Read(x) is not about Bash but about Read; a right one is Bash(npm run *)"],
    ['{"allow": ["Read(x"]}', 1, "is not about Bash"],
    ['{"allow": ["Bash(x"]}', 1, "Bash(x does not end with ); a right one is Bash(npm run *)"],
    ['{"allow": ["Bash(x) y"]}', 1, "Bash(x) y does not end with )"],
    ['{"allow": ["Bash( )"]}', 1, "matches nothing"],
    ['{"rules": [\n{"id":"a","decision":"deny","match":"x"}]}', 2, "rules[0].reason"],
    ['{"rules": [{"id":"a","decision":"maybe","match":"x","reason":"r"}]}', 1, "allow, ask or deny"],
    ['{"rules": [{"id":"delete-vital","decision":"deny","match":"x","reason":"r"}]}', 1, "built-in"],
    ['{"rules": [{"id":"a","decision":"deny","reason":"r"}]}', 1, "match: is missing"],
    [
      '{"rules": [{"id":"a","decision":"deny","match":"x","reason":"r","loosens":["privilege"]}]}',
      1,
      "only an allow rule",
    ],
    ['{"rules": [{"id":"a","decision":"allow","match":"x","reason":"r","loosens":["nope"]}]}', 1, "not the id"],
    ['{"rules": [{"id":"a","decision":"deny","match":"x","reason":"r","why":"?"}]}', 1, "rules[0].why"],
    ['{"rules": [1]}', 1, "must be an object"],
    ['{"rules": [{"id":"a","decision":"deny","match":"x *","reason":"r","examples":[]}]}', 1, "caught and fine"],
    [
      '{"rules": [{"id":"a","decision":"deny","match":"x *","reason":"r","examples":{"caught":[\n"y"]}}]}',
      2,
      "does not deny this example",
    ],
    [
      '{"rules": [{"id":"a","decision":"deny","match":"x *","reason":"r","examples":{"fine":["x y"]}}]}',
      1,
      "should not",
    ],
    [
      '{"rules": [{"id":"a","decision":"allow","match":"git *","reason":"r","examples":{"caught":["cat ~/.ssh/id_rsa"]}}]}',
      1,
      "does not allow",
    ],
    [
      '{"rules": [{"id":"a","decision":"ask","match":"x","reason":"r"},\n{"id":"a","decision":"ask","match":"y","reason":"r"}]}',
      2,
      "used twice",
    ],
    ['{"hosts": ["https://x.com"]}', 1, "not a host name"],
    [`${"[".repeat(50)}`, 1, "nested too deeply"],
    ['{"allow": [nope]}', 1, "a value is expected"],
  ])("%j", (text, line, reason) => {
    const problem = problemOf(text);
    expect(problem).toContain(`nacre.rules.json, line ${line}`);
    expect(problem).toContain(reason);
  });

  test("every kind of value is read", () => {
    expect(problemOf('{"allow": [], "hosts": []}')).toBe("accepted");
    expect(problemOf('{"allow": [true]}')).toContain("must be a text");
    expect(problemOf('{"allow": [-1.5e3, null, false]}')).toContain("must be a text");
    expect(problemOf("{}")).toBe("accepted");
  });
});
