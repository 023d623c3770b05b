import { expect, test } from "vitest";
import type { Asked } from "../../../src/core/permission/asked-part.ts";
import { offerFor, rulesFor } from "../../../src/core/permission/offer.ts";
import { judge, type Where } from "../../../src/core/policy/judge.ts";
import { parseRules } from "../../../src/core/policy/parse-rules.ts";
import { NO_RULES } from "../../../src/core/policy/rules/user-rules.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const asked = (text: string): Asked => ({
  text,
  cwd: PLACE.cwd,
  verdict: judge(text, PLACE),
  decide: (other, rules) => judge(other, { ...PLACE, rules: { ...NO_RULES, rules } }).decision,
});

test("what is offered is each part as written, in its directory, for the rules that asked", () => {
  const offer = offerFor(asked("git push --force; npm publish"));
  expect(offer?.always).toEqual(["Bash(git push --force)", "Bash(npm publish)"]);
  expect(offer?.exact).toMatchObject([
    { answers: ["publish", "git-discard"], exactly: { words: ["git", "push", "--force"], cwd: PLACE.cwd }, match: [] },
    { answers: ["publish"], exactly: { words: ["npm", "publish"], cwd: PLACE.cwd }, match: [] },
  ]);
});

test("a wider form is offered for one part alone", () => {
  expect(offerFor(asked("npm test && git push"))?.wider?.form.rule).toBe("Bash(git push *)");
  expect(offerFor(asked("git push; npm publish"))?.wider).toBeUndefined();
});

test.each(["ls", "rm -rf /", 'eval "$X"', "git push > ../x", "cd sub && git push", "echo x | mysql prod"])(
  "nothing is offered for %s",
  (text) => {
    expect(offerFor(asked(text))).toBeUndefined();
  },
);

test("nothing is offered that a user could not read", () => {
  const long = `gh pr create --title ${"x".repeat(300)}`;
  for (const text of [long, "gh pr create --body 'one\ntwo'", "gh pr create --body $'\\e[2J'"]) {
    expect(asked(text).verdict.decision).toBe("ask");
    expect([offerFor(asked(text)), rulesFor(asked(text))]).toEqual([undefined, []]);
  }
});

test("a line for a rules file lets the command through, as the file is read", () => {
  for (const text of ["git push --force origin main", "git push; npm publish", "touch ../x"]) {
    const allow = rulesFor(asked(text));
    expect(allow).not.toEqual([]);
    expect(judge(text, { ...PLACE, rules: parseRules(JSON.stringify({ allow }), "x") }).decision).toBe("allow");
  }
});

test.each(["git tag -d 'a b'", "git push origin 'x*'", "git push > ../x", "sudo ls", 'eval "$X"'])(
  "no line for a rules file is told for %s",
  (text) => {
    expect(rulesFor(asked(text))).toEqual([]);
  },
);
