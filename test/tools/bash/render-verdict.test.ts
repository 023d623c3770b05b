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
  ["expired", WORDS.answeredTooLate()],
  ["withdrawn", WORDS.questionWithdrawn()],
  ["changed", WORDS.changedSince()],
] as const)("a question that was refused by %s says so, in words and as data", (by, why) => {
  const verdict = verdictOn("git push");
  const refused = renderDenial({ verdict, by, said: "not today" }, how);
  const refusal = WORDS.refused(verdict.findings, why);
  expect(refused.error).toBe(by === "person" ? refusal : `${refusal}\n${WORDS.noRuleToAllow()}`);
  expect(refused.metadata).toMatchObject({ error_kind: "blocked", decision: "ask", refused_by: by });
});

test("all but the user's own no say how the user can allow it, where a rule can", () => {
  const refused = (by: "nobody" | "person", keepsRules: boolean): string | undefined =>
    renderDenial({ verdict: verdictOn("git push"), by, rules: ["Bash(git push)"] }, { ...how, keepsRules }).error;
  expect(refused("nobody", true)).toMatch(
    /\nThe user can allow it with nacre allow 'Bash\(git push\)', in a terminal in the workspace\.$/,
  );
  expect(refused("nobody", false)).toMatch(/\nThe operator can allow it by a rule under "allow": Bash\(git push\)$/);
  expect(refused("person", true)).not.toMatch(/allow it/);
});

test("no two refusals read the same, with an approver's words or without", () => {
  const sentences = ["", "not today"].flatMap((said) => [
    WORDS.personRefused(said),
    WORDS.unanswered(said),
    WORDS.clientDeclined(said),
    WORDS.noApprover(said),
  ]);
  const others = [WORDS.answeredTooLate(), WORDS.questionWithdrawn(), WORDS.changedSince()];
  expect(new Set([...sentences, ...others]).size).toBe(11);
  for (const sentence of sentences) expect(sentence).toBe(sentence.trim());
});

test("a dry run says what would run, what would be asked about, and what would be blocked", () => {
  const dry = (command: string): ReturnType<typeof renderDryRun> =>
    renderDryRun(verdictOn(command), { ...how, command });
  expect(dry("ls")).toMatchObject({ success: true, output: WORDS.dryRun("ls", false) });
  expect(dry("git push")).toMatchObject({ success: true, output: WORDS.dryRun("git push", true) });
  expect(dry("rm -rf /")).toMatchObject({ success: false, metadata: { error_kind: "blocked", dry_run: true } });
});
