import { expect, test } from "vitest";
import {
  type KeptRule,
  keptRuleOf,
  parseKeptRule,
  renderKeptRule,
  userRuleOf,
} from "../../../src/core/permission/kept-rule.ts";
import { madeRule } from "../../../src/core/permission/made-rule.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import { NO_RULES } from "../../../src/core/policy/rules/user-rules.ts";

const CONTENT = {
  decision: "allow",
  rule: "Bash(git push *)",
  madeAt: "2030-01-01T00:00:00.000Z",
  by: "nacre allow",
} as const;
const PUSH: KeptRule = { id: "rule_1", ...CONTENT };
const EXACT: KeptRule = {
  ...PUSH,
  id: "rule_2",
  rule: "Bash(git push origin 'a b')",
  answers: ["publish"],
  words: ["git", "push", "origin", "a b"],
  cwd: "/w",
};

const X = { path: "/x.json", id: "rule_1" };
const written = (more: object = {}): string => renderKeptRule({ workspace: "/w", ...CONTENT, ...more });

test("what is written is read, for a workspace and for the user", () => {
  for (const { id, ...rule } of [PUSH, EXACT]) {
    expect(parseKeptRule(renderKeptRule(rule), { ...X, id, workspace: undefined })).toEqual({ id, ...rule });
    const here = { workspace: "/w", ...rule };
    expect(parseKeptRule(renderKeptRule(here), { ...X, id, workspace: "/w" })).toEqual({ id, ...here });
  }
});

test.each([
  ["{", 1, "expected"],
  ["[]", 1, "the file must hold an object"],
  [written({ workspace: "/other" }), 2, "workspace: must be /w"],
  [written({ workspace: undefined }), 1, "workspace: must be /w"],
  [written({ by: "" }), 6, "by: must be a text"],
  [written({ decision: "ask" }), 3, "decision: must be allow or deny"],
  [written({ until: "soon" }), 7, "until: must be a date"],
  [written({ rule: "Read(x)" }), 4, "is not about Bash but about Read"],
  [written({ cwd: "/w" }), 1, "belong together"],
  [written({ answers: [1] }), 7, "answers: must be a list of texts"],
  [written({ loosens: ["delete-vital"] }), 7, "loosens: is not a field"],
])("%j is refused with its line", (text, line, why) => {
  expect(() => parseKeptRule(text, { ...X, workspace: "/w" })).toThrow(
    new RegExp(`^the policy rules cannot be used: /x\\.json, line ${line}\\b.*${why}`),
  );
});

test("a rule lets through what it says, and no more", () => {
  const decide = (text: string, rule: KeptRule, cwd = "/w"): string =>
    judge(text, { cwd, home: "/home/dev", workspace: "/w", rules: { ...NO_RULES, rules: [userRuleOf(rule, "x")] } })
      .decision;
  expect([decide("git push origin x", PUSH), decide("npm publish", PUSH)]).toEqual(["allow", "ask"]);
  const exact = { ...EXACT, rule: "Bash(git push origin ab)", words: ["git", "push", "origin", "ab"] };
  expect([decide("git push origin ab", exact), decide("git push origin ab x", exact)]).toEqual(["allow", "ask"]);
  expect(decide("git push origin ab", exact, "/w/sub")).toBe("ask");
  expect(decide("ls", { ...PUSH, decision: "deny", rule: "Bash(ls *)" })).toBe("deny");
});

test("the rule of an answer is kept as it was given", () => {
  const exact = madeRule("x", {
    answers: ["publish"],
    match: [],
    exactly: { words: ["git", "push", "a b"], cwd: "/w" },
  });
  expect(keptRuleOf(exact, { via: "page", until: "2030-01-01T00:00Z" })).toEqual({
    decision: "allow",
    rule: "Bash(git push 'a b')",
    by: "an answer: page",
    until: "2030-01-01T00:00:00.000Z",
    answers: ["publish"],
    words: ["git", "push", "a b"],
    cwd: "/w",
  });
  const wider = madeRule("x", { answers: ["publish"], match: ["git push *"] });
  expect(keptRuleOf(wider, {})).toEqual({
    decision: "allow",
    rule: "Bash(git push *)",
    by: "an answer: approver",
    answers: ["publish"],
  });
});
