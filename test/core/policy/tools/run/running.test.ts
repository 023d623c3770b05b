import { expect, test } from "vitest";
import { judgeBy } from "../../../../../src/core/policy/judge.ts";
import { ALL_TOOLS } from "../../../../../src/core/policy/tools/all-tools.ts";
import { running } from "../../../../../src/core/policy/tools/run/running.ts";
import { family, tool } from "../../../../../src/core/policy/tools/tool-shape.ts";
import { ToolTable } from "../../../../../src/core/policy/tools/tool-table.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

const TABLE = new ToolTable([
  ...["git", "ls"].flatMap((name) => ALL_TOOLS.find(name) ?? []),
  ...family("everything", [
    tool("once", { ...running("-n:"), examples: {} }),
    tool("later", { ...running("", 1), examples: {} }),
  ]),
]);

test.each([
  ["once git push -f", "git-discard"],
  ["once -n 3 git push -f", "git-discard"],
  ["once ls git push -f", "ordinary"],
  ["later 5s git push -f", "git-discard"],
  ["later git push -f", "ordinary"],
])("%s: %s", (line, rule) => {
  expect(judgeBy(TABLE, line, PLACE).findings.map((finding) => finding.rule)).toContain(rule);
});
