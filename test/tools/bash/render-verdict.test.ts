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

test("a question that was refused says by whom: the user's word, or the want of one", () => {
  const verdict = verdictOn("git push");
  const refused = renderDenial({ verdict, by: "person", said: "not today" }, how);
  expect(refused.error).toBe(WORDS.refused(verdict.findings, WORDS.personRefused("not today")));
  expect(renderDenial({ verdict, by: "policy" }, how).error).toContain(WORDS.noApprover());
});

test("a dry run says what would run, what would be asked about, and what would be blocked", () => {
  const dry = (command: string): ReturnType<typeof renderDryRun> =>
    renderDryRun(verdictOn(command), { ...how, command });
  expect(dry("ls")).toMatchObject({ success: true, output: WORDS.dryRun("ls", false) });
  expect(dry("git push")).toMatchObject({ success: true, output: WORDS.dryRun("git push", true) });
  expect(dry("rm -rf /")).toMatchObject({ success: false, metadata: { error_kind: "blocked", dry_run: true } });
});
