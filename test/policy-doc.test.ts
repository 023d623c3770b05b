import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judge } from "../src/core/policy/judge.ts";
import { rulesOf } from "../src/tools/policy-rules.ts";
import { cli } from "./support/cli.ts";
import { tempDir } from "./support/temp-dir.ts";

const page = readFileSync("docs/policy.md", "utf8");
const WHERE = { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" };

/** The rules file that the page shows. */
const [, shownRules = ""] = /```json\n(.*?)```/s.exec(page) ?? [];

const shown = [...page.matchAll(/```\n\$ nacre check '([^']+)'\n(.*?)```/gs)].map(([, command = "", tree = ""]) => ({
  command,
  tree,
}));

test.each(shown)("docs/policy.md shows what nacre check prints of $command", async ({ command, tree }) => {
  const { stdout } = await cli(["check", "--cwd", WHERE.cwd, "--home", WHERE.home, command]);
  expect(stdout).toBe(tree);
});

const rows = [...page.matchAll(/^\| `([^`]+)` \| (allow|ask|deny) \|/gm)].map(([, command = "", decision = ""]) => ({
  command,
  decision,
}));

test("docs/policy.md has a tree, rules, and lines with their verdicts", () => {
  expect([shown.length, shownRules.length > 0, rows.length > 12]).toEqual([1, true, true]);
});

test.each(rows)("docs/policy.md is right that $command gets $decision", ({ command, decision }) => {
  const rulesFile = join(tempDir(), "rules.json");
  writeFileSync(rulesFile, shownRules);
  expect(judge(command, { ...WHERE, rules: rulesOf({ rulesFile }) }).decision).toBe(decision);
});

const claims = [
  ...readFileSync("README.md", "utf8").matchAll(/^\$ nacre check '([^']+)' +\S (allow|ask|deny)(?: +([\w-]+):)?/gm),
].map(([, command = "", decision = "", rule]) => ({ command, decision, rule }));

test("README has lines with their verdicts", () => {
  expect(claims.length).toBeGreaterThan(2);
});

test.each(claims)("README is right that $command gets $decision", ({ command, decision, rule }) => {
  const verdict = judge(command, WHERE);
  expect([verdict.decision, verdict.findings.map((finding) => finding.rule)]).toEqual([
    decision,
    rule === undefined ? expect.anything() : expect.arrayContaining([rule]),
  ]);
});
