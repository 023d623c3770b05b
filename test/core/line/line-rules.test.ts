import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineRulesOf } from "../../../src/core/line/line-rules.ts";
import { SessionRules } from "../../../src/core/permission/session-rules.ts";
import { UserRulesStore } from "../../../src/core/permission/user-rules-store.ts";
import { tempDir } from "../../support/temp-dir.ts";

function opened() {
  const sessionRules = new SessionRules();
  for (const session of ["default", "other"]) sessionRules.use(session);
  const userRules = new UserRulesStore(join(tempDir(), "nacre"), "/w");
  return { userRules, sessionRules, line: lineRulesOf({ userRules, sessionRules }) };
}

const PUSH = { session: "default", decision: "allow", rule: "Bash(git push *)" } as const;

test("rules of a session, of the workspace and of the user are listed, and removed by their ids", () => {
  const { line, userRules } = opened();
  const kept = line.keep({ ...PUSH, until: "2h" });
  expect(kept).toMatchObject({ is: { ...PUSH, scope: "session", by: "nacre allow, for this session" } });
  userRules.add("workspace", {
    decision: "allow",
    rule: "Bash(a)",
    by: "test",
    cwd: "/w",
    words: ["a"],
    answers: ["x"],
  });
  userRules.add("user", { decision: "deny", rule: "Bash(b)", by: "test" });
  const listed = line.list();
  expect(listed.map(({ scope, rule }) => `${scope} ${rule}`)).toEqual([
    "session Bash(git push *)",
    "workspace Bash(a)",
    "user Bash(b)",
  ]);
  expect(Object.keys(listed[1] ?? {}).toSorted()).toEqual(["by", "cwd", "decision", "id", "madeAt", "rule", "scope"]);
  expect(line.sessions()).toEqual(["default", "other"]);
  for (const rule of listed) expect(line.remove(rule.id)).toEqual({ is: rule });
  expect([line.list(), userRules.list()]).toEqual([[], []]);
});

test.each([
  [{ session: "zz" }, "unknown", "there is no session zz here; there are default, other"],
  [{ rule: "Read(x)" }, "invalid", "is not about Bash"],
  [{ until: "yesterday" }, "invalid", "until must be ahead"],
])("a rule with %o is refused with a sentence, and nothing is kept", (more, code, sentence) => {
  const { line } = opened();
  expect(line.keep({ ...PUSH, ...more })).toMatchObject({ no: { code, sentence: expect.stringContaining(sentence) } });
  expect(line.list()).toEqual([]);
});

test("a rule that is not there is named, with those that are", () => {
  const { line } = opened();
  expect(line.remove("rule_0")).toEqual({
    no: { code: "unknown", sentence: "no rule rule_0 holds here; there are none" },
  });
});

test("rules on disk that cannot be read do not hide those of a session", () => {
  const { line, userRules } = opened();
  line.keep(PUSH);
  writeFileSync(userRules.add("user", { decision: "deny", rule: "Bash(b)", by: "test" }).path, "{");
  expect(line.list()).toMatchObject([{ scope: "session" }]);
});
