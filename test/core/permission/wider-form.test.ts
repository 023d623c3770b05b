import { expect, test } from "vitest";
import { type Asked, askedParts } from "../../../src/core/permission/asked-part.ts";
import { type Wider, widerForm } from "../../../src/core/permission/wider-form.ts";
import { judge, type Where } from "../../../src/core/policy/judge.ts";
import { NO_RULES, type UserRule } from "../../../src/core/policy/rules/user-rules.ts";
import type { Decision } from "../../../src/core/policy/verdict.ts";

const PLACE: Where = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };
const decide = (text: string, rules: readonly UserRule[]): Decision =>
  judge(text, { ...PLACE, rules: { ...NO_RULES, rules } }).decision;

function widerFor(text: string): Wider | undefined {
  const asked: Asked = { text, cwd: PLACE.cwd, verdict: judge(text, PLACE), decide };
  const [part] = askedParts(asked.verdict) ?? [];
  return part === undefined ? undefined : widerForm(part, asked);
}

const FORMS: readonly (readonly [command: string, form: string])[] = [
  ["git push", "git push *"],
  ["git push origin main", "git push origin *"],
  ["git push --force", "git push --force *"],
  ["git push origin main --force", "git push origin * --force"],
  ["git reset --hard HEAD~3", "git reset --hard *"],
  ["git branch -D feature/x", "git branch -D *"],
  ["npm publish", "npm publish *"],
  ["npm install -g foo", "npm install -g *"],
  ["gh repo delete", "gh repo delete *"],
  ["gh pr merge 12 --squash", "gh pr merge * --squash"],
  ["gcloud compute instances delete my-vm", "gcloud compute instances delete *"],
  ["dropdb prod", "dropdb *"],
  ["rm -rf ../x", "rm -rf *"],
  ["curl -X POST https://api.example.com/a -d x=1", "curl -X POST https://api.example.com/a -d *"],
  ["vercel --prod", "vercel --prod *"],
];

test.each(FORMS)("of %s the last target is opened: %s", (command, form) => {
  expect(widerFor(command)?.form.rule).toBe(`Bash(${form})`);
});

test.each(FORMS)("the commands shown with the form of %s are what the policy says they are", (command) => {
  const { form, rule } = widerFor(command) ?? { form: { lets: [], stops: [] }, rule: undefined };
  const rules = rule === undefined ? [] : [rule];
  expect([new Set(form.lets).size, new Set(form.stops).size]).toEqual([3, 3]);
  for (const text of form.lets) expect([text, decide(text, []), decide(text, rules)]).toEqual([text, "ask", "allow"]);
  for (const text of form.stops) expect([text, decide(text, rules) === "allow"]).toEqual([text, false]);
  expect([...form.lets, ...form.stops]).not.toContain(command);
});

test("a wider form answers only the rules that asked", () => {
  const { rule } = widerFor("git push origin main") ?? {};
  const rules = rule === undefined ? [] : [rule];
  expect(rule?.answers).toEqual(["publish"]);
  expect(decide("git push origin other", rules)).toBe("allow");
  expect(decide("git push origin +main", rules)).toBe(decide("git push origin +main", []));
  expect(decide("git() { npm publish; }; git push origin main", rules)).toBe("ask");
});

test.each([
  "sudo ls",
  "bash -c 'git push'",
  "python3 ../x.py",
  "ssh prod ls",
  "/usr/bin/git push",
  "./deploy --to ../x",
  "psql -c 'drop table x'",
  "git push origin $X",
  "git push origin 'a b'",
])("none is offered for %s", (command) => {
  expect(widerFor(command)).toBeUndefined();
});
