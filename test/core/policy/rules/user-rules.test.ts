import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { parseRules } from "../../../../src/core/policy/parse-rules.ts";
import { RULES } from "../../../../src/core/policy/rules/all-rules.ts";
import {
  isUnreadable,
  joinRules,
  NO_RULES,
  type RuleSet,
  type UserRule,
} from "../../../../src/core/policy/rules/user-rules.ts";

const PLACE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decisionOf = (command: string, rules: RuleSet): string => judge(command, { ...PLACE, rules }).decision;
const parsed = (value: unknown): RuleSet => parseRules(JSON.stringify(value), "nacre.rules.json");

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
    expect(decisionOf("cp a ../b > ../out", parsed({ allow: ["Bash(cp *)"] }))).toBe("ask");
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

describe("a rule that an approver made", () => {
  const made = (more: Partial<UserRule>): RuleSet => ({
    ...NO_RULES,
    rules: [
      {
        id: "made",
        decision: "allow",
        reason: "Yes.",
        match: [],
        loosens: [],
        examples: { caught: [], fine: [] },
        ...more,
      },
    ],
  });
  const exact = made({
    answers: ["publish", "git-discard", "destroy-remote", "delete-outside"],
    exactly: { words: ["git", "push", "--force", "origin", "main"], cwd: PLACE.cwd },
  });

  test("for one command as written covers that command, in its directory", () => {
    for (const same of [
      "git push --force origin main",
      "git  push '--force' \"origin\" main",
      "B=main; git push --force origin $B",
      "npm test && git push --force origin main > out.txt",
      "(git push --force origin main)",
    ])
      expect([same, decisionOf(same, exact)]).toEqual([same, "allow"]);
  });

  test.each([
    "git push --force origin other",
    "git push --force other main",
    "git push -f origin main",
    "git push --force --mirror origin main",
    "git push --force origin main extra",
    "git push --force 'origin main'",
    "git push --force",
    "/tmp/x/git push --force origin main",
    "git push --force origin main && npm publish",
    "git push --force origin main; rm -rf ../x",
    "git push --force origin main > ../x",
    "cd sub && git push --force origin main",
    "cd $X; git push --force origin main",
    "for d in . sub; do cd $d; git push --force origin main; done",
    "git -C ../other push --force origin main",
    "GIT_DIR=/srv/x.git git push --force origin main",
    "env GIT_DIR=/srv/x.git git push --force origin main",
    "env -C ../other git push --force origin main",
    "ssh prod git push --force origin main",
    "echo x | git push --force origin main",
    "git push --force origin main < x",
    "git() { command git push --mirror elsewhere; }; git push --force origin main",
    "git push --force origin $X",
  ])("for one command as written does not cover %s", (sibling) => {
    expect(decisionOf(sibling, exact)).not.toBe("allow");
  });

  test("answers only the rules that asked", () => {
    const half = made({ answers: ["publish"], exactly: { words: ["git", "push", "--force"], cwd: PLACE.cwd } });
    expect(judge("git push --force", { ...PLACE, rules: half })).toMatchObject({
      decision: "ask",
      findings: [{ rule: "git-discard" }, { rule: "made", decision: "allow" }],
    });
  });

  test("with a pattern does not cover what the command runs", () => {
    const wide = made({ answers: ["publish"], match: ["git push *"] });
    expect(decisionOf("git push origin main", wide)).toBe("allow");
    expect(decisionOf("git() { npm publish; }; git push origin main", wide)).toBe("ask");
  });
});

const UNREADABLE = [
  "syntax",
  "unparsable",
  "too-long",
  "too-deep",
  "too-many",
  "hidden-characters",
  "look-alike",
] as const;

test.each(UNREADABLE)("%s is loosened by no rule: the text could not be read", (id) => {
  const loosening = { id: "all", decision: "allow", reason: "All.", match: ["*"], loosens: [id] } as const;
  const rules = { ...NO_RULES, rules: [{ ...loosening, examples: { caught: [], fine: [] } }] };
  const { findings } = judge(RULES[id].examples.caught[0], { ...PLACE, rules });
  expect(findings.filter(({ rule }) => rule === id).map(({ decision }) => decision)).toContain(RULES[id].decision);
});

test("what could be read is loosened where a rule names it", () => {
  expect(Object.keys(RULES).filter(isUnreadable).toSorted()).toEqual(UNREADABLE.toSorted());
});
