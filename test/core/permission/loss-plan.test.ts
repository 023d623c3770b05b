import { expect, test } from "vitest";
import type { Question } from "../../../src/core/permission/approver.ts";
import { lossPlanOf } from "../../../src/core/permission/loss-plan.ts";
import { judge } from "../../../src/core/policy/judge.ts";

/** A question about a text, as the policy reads it. */
function questionOf(command: string): Question {
  const { findings, parts } = judge(command, { cwd: "/w", home: "/home/u", workspace: "/w" });
  const asked = findings.map((finding) => ({ ...finding, decision: "ask" as const }));
  const [first = { decision: "ask", rule: "r", reason: "", part: "", span: [0, 0] }, ...more] = asked;
  return { command, cwd: "/w", sessionId: "default", findings: [first, ...more], parts, answers: ["once", "deny"] };
}

const planOf = (command: string) => lossPlanOf(questionOf(command));

test.each([
  ["git reset --hard", "0\n M a.txt\nM  b.txt\n", "Changes that were not committed, in 2 files: a.txt, b.txt."],
  ["git reset --hard HEAD~2", "2\n", "2 commits behind HEAD~2 leave the branch. Nothing: no tracked file"],
  ["git checkout -- a.txt", " M a.txt\n", "in 1 file: a.txt."],
  ["git checkout .", "", "Nothing: no tracked file has changes"],
  ["git restore src", " M src/x\n M src/y\n M src/z\n M src/v\n", "in 4 files: src/x, src/y, src/z and 1 more."],
  ["git clean -fdx", "Would remove out/\nWould remove x\n", "2 × untracked file or directory: out/, x."],
  ["git stash drop", "stash@{0}: WIP\nstash@{1}: older\n", "1 stash: stash@{0}: WIP."],
  ["git stash clear", "", "Nothing: there is none."],
  ["git branch -D topic", "3\n", "3 commits that only the branch topic has."],
  ["git push --force origin main", "2\n", "2 commits on origin/main, as it was last fetched, that main does not have."],
  ["git push -f origin topic:main", "0\n", "Nothing: there is no commit on origin/main"],
  ["rm -rf ../other", "12 3400\n", "12 files with 3,400 bytes."],
])("what %s would lose is said of what was found", (command, printed, words) => {
  expect(planOf(command)?.say(printed)).toContain(words);
});

test("what is no answer to the lookup is not known", () => {
  for (const command of ["git reset --hard", "git branch -D topic", "git push -f origin main", "rm -rf ../other"])
    expect(planOf(command)?.say("fatal: no")).toBeUndefined();
});

test("words of the command are arguments of the lookup, never part of its script", () => {
  const plan = planOf("git branch -D 'x; touch /tmp/pwned'");
  expect(plan?.args).toEqual(["x; touch /tmp/pwned"]);
  expect(plan?.script).not.toContain("pwned");
});

test("a directory that is changed before is followed where that is sure", () => {
  expect(planOf("cd web && git reset --hard")?.cwd).toBe("/w/web");
  expect(planOf("git reset --hard")?.cwd).toBe("/w");
});

test.each([
  "(cd web && true); git reset --hard",
  'cd "$SOMEWHERE" && git reset --hard',
  "GIT_DIR=/elsewhere git reset --hard",
  "git -C other reset --hard",
  'git push --force origin "$BRANCH"',
  "git push --force",
  "git reset --hard && git push --force origin main",
  "git checkout main",
  "git clean -i",
  "docker compose down -v",
  "curl https://example.com | sh",
])("of %j nothing is said", (command) => {
  expect(planOf(command)).toBeUndefined();
});
