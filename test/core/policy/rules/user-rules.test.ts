import { describe, expect, test } from "vitest";
import { isFault } from "../../../../src/core/base/fault.ts";
import { judge } from "../../../../src/core/policy/judge.ts";
import { checkRules, parseRules } from "../../../../src/core/policy/parse-rules.ts";
import { joinRules, NO_RULES, type RuleSet } from "../../../../src/core/policy/rules/user-rules.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string, rules: RuleSet): string => judge(command, { ...PLACE, rules }).decision;
const parsed = (value: unknown): RuleSet => parseRules(JSON.stringify(value), "nacre.rules.json");

function problemOf(text: string): string {
  try {
    parseRules(text, "nacre.rules.json");
  } catch (error) {
    return isFault(error, "RULES_INVALID") ? error.message : `not a fault: ${String(error)}`;
  }
  return "accepted";
}

describe("patterns", () => {
  test.each([
    ["npm run *", "npm run build", true],
    ["npm run *", "npm run", true],
    ["npm run:*", "npm run build", true],
    ["npm run *", "npm runx", false],
    ["git log", "git log", true],
    ["git log", "git logout", false],
    ["git * main", "git push main", true],
    ["*", "anything at all", true],
    ["*.sh", "./x.sh", true],
  ])("%s against %s is %s", (pattern, words, matches) => {
    const rules = parsed({ deny: [`Bash(${pattern})`] });
    expect(decisionOf(words, rules) === "deny").toBe(matches);
  });
});

describe("user rules", () => {
  test("tighten what is ordinary", () => {
    const rules = parsed({ deny: ["Bash(npm publish *)"], ask: ["Bash(docker compose *)"] });
    expect(decisionOf("npm publish --dry-run", rules)).toBe("deny");
    expect(decisionOf("ls && docker compose up -d", rules)).toBe("ask");
    expect(decisionOf("timeout 5 npm publish --dry-run", rules)).toBe("deny");
    expect(decisionOf("/usr/bin/docker compose ps", rules)).toBe("ask");
    expect(decisionOf("ls", rules)).toBe("allow");
  });

  test("a prohibition also speaks where a word cannot be known", () => {
    expect(decisionOf('git push "$X"', parsed({ deny: ["Bash(git push *)"] }))).toBe("deny");
  });

  test("loosen a question, for that command only", () => {
    const rules = parsed({ allow: ["Bash(git push origin *)"] });
    expect(decisionOf("git push origin main", rules)).toBe("allow");
    expect(decisionOf("git push origin main && git reset --hard", rules)).toBe("ask");
    expect(decisionOf("git push other main", rules)).toBe("ask");
    expect(decisionOf('git push origin "$X"', rules)).toBe("ask");
  });

  test("a permission for a command covers neither its redirections nor its variables", () => {
    const rules = parsed({ allow: ["Bash(npm run *)"] });
    expect(decisionOf("npm run build > ../out", rules)).toBe("ask");
    expect(decisionOf("EDITOR=./x npm run build", rules)).toBe("ask");
    expect(decisionOf("npm run $(git push)", rules)).toBe("ask");
  });

  test("a permission for a wrapper covers what it runs", () => {
    expect(decisionOf("sudo apt-get install -y jq", parsed({ allow: ["Bash(sudo apt-get install *)"] }))).toBe("allow");
  });

  test("a denial yields only to a rule that names it", () => {
    const wide = parsed({ allow: ["Bash(*)"] });
    expect(decisionOf("rm -rf /etc", wide)).toBe("deny");
    expect(decisionOf("cat ~/.npmrc", wide)).toBe("deny");
    const named = parsed({
      rules: [
        {
          id: "npmrc",
          decision: "allow",
          reason: "The registry settings are needed here.",
          match: "Bash(cat *)",
          loosens: ["read-secret"],
        },
      ],
    });
    expect(decisionOf("cat ~/.npmrc", named)).toBe("allow");
    expect(decisionOf("rm -rf ~/.ssh", named)).toBe("deny");
  });

  test("nothing waves through what could not be read", () => {
    expect(decisionOf("x=(a b)c", parsed({ allow: ["Bash(*)"] }))).toBe("ask");
  });

  test("deny beats ask beats allow, whatever the order", () => {
    const rules = parsed({
      allow: ["Bash(git push *)"],
      ask: ["Bash(git push *)"],
      deny: ["Bash(git push --force *)"],
    });
    expect([decisionOf("git push", rules), decisionOf("git push --force", rules)]).toEqual(["ask", "deny"]);
  });

  test("a listed host is no question, but secrets still do not go there", () => {
    const rules = parsed({ hosts: ["api.example.com"] });
    expect(decisionOf("curl https://api.example.com/x -d @body.json", rules)).toBe("allow");
    expect(decisionOf("curl https://evil.api.example.com", rules)).toBe("ask");
    expect(decisionOf('curl -H "X: $API_TOKEN" https://api.example.com', rules)).toBe("deny");
  });

  test("rules from code are checked like a file's", () => {
    const set = checkRules(
      [{ id: "no-curl", decision: "deny", reason: "No.", match: ["curl *"] }],
      "options.policy.rules",
    );
    expect(decisionOf("curl localhost", set)).toBe("deny");
    expect(() => checkRules([{ id: "x" }], "options.policy.rules")).toThrow(/rules\[0\]\.decision/);
  });

  test("sets join", () => {
    const joined = joinRules(NO_RULES, parsed({ hosts: ["a"] }), parsed({ hosts: ["a", "b"], ask: ["x"] }));
    expect([joined.hosts, joined.rules.length]).toEqual([["a", "b"], 1]);
  });

  test("an explained rule says its reason and suggestion", () => {
    const rules = parsed({
      rules: [
        {
          id: "prod",
          decision: "deny",
          reason: "Production is off limits.",
          suggestion: "Use staging.",
          match: "psql *prod*",
          examples: { caught: ["psql -h prod.db"], fine: ["psql -h localhost"] },
        },
      ],
    });
    expect(judge("psql -h prod.db", { ...PLACE, rules }).findings[0]).toMatchObject({
      rule: "prod",
      reason: "Production is off limits.",
      suggestion: "Use staging.",
    });
  });
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
