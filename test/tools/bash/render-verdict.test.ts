import { expect, test } from "vitest";
import { judge } from "../../../src/core/policy/judge.ts";
import type { Verdict } from "../../../src/core/policy/verdict.ts";
import { renderDenial, renderDryRun } from "../../../src/tools/bash/render-verdict.ts";
import { WORDS } from "../../../src/tools/words.ts";

const verdictOn = (command: string): Verdict =>
  judge(command, { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" });
const how = { words: WORDS, facts: { cwd: "/home/dev/app" } };

test("what the policy denies is blocked, with the findings that decided", () => {
  const verdict = verdictOn("git push; rm -rf /");
  const { success, error, metadata } = renderDenial({ verdict, by: "policy" }, how);
  expect([success, error]).toEqual([false, WORDS.blocked(verdict.findings.filter((one) => one.decision === "deny"))]);
  expect(metadata).toEqual({
    cwd: "/home/dev/app",
    decision: "deny",
    findings: verdict.findings,
    parts: verdict.parts,
    error_kind: "blocked",
  });
});

test.each([
  ["person", WORDS.personRefused("not today")],
  ["unanswered", WORDS.unanswered("not today")],
  ["client", WORDS.clientDeclined("not today")],
  ["nobody", WORDS.noApprover("not today")],
] as const)("a question that was refused by %s says so, in words and as data", (by, why) => {
  const verdict = verdictOn("git push");
  const refused = renderDenial({ verdict, by, said: "not today" }, how);
  expect(refused.error).toBe(WORDS.refused(verdict.findings, why));
  expect(refused.metadata).toMatchObject({ error_kind: "blocked", decision: "ask", refused_by: by });
  const { error } = renderDenial({ verdict, by, rules: ["Bash(git push)"] }, how);
  expect(error).toMatch(/\n[^\n]*nacre\.rules\.json[^\n]*: Bash\(git push\)$/);
});

test("no two refusals read the same, with an approver's words or without", () => {
  const sentences = ["", "not today"].flatMap((said) => [
    WORDS.personRefused(said),
    WORDS.unanswered(said),
    WORDS.clientDeclined(said),
    WORDS.noApprover(said),
  ]);
  expect(new Set(sentences).size).toBe(8);
  for (const sentence of sentences) expect(sentence).toBe(sentence.trim());
});

test("a dry run says what would run, what would be asked about, and what would be blocked", () => {
  const dry = (command: string): ReturnType<typeof renderDryRun> =>
    renderDryRun(verdictOn(command), { ...how, command });
  expect(dry("ls")).toMatchObject({ success: true, output: WORDS.dryRun("ls", false) });
  expect(dry("git push")).toMatchObject({ success: true, output: WORDS.dryRun("git push", true) });
  expect(dry("rm -rf /")).toMatchObject({ success: false, metadata: { error_kind: "blocked", dry_run: true } });
});
