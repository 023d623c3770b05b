import { describe, expect, test } from "vitest";
import { judgeBy } from "../../../../../src/core/policy/judge.ts";
import {
  DRY_RUN,
  deploys,
  deploysByTopic,
  EARLY_DESTROYING,
  EARLY_VERBS,
  VERBS,
} from "../../../../../src/core/policy/tools/cloud/cloud-verbs.ts";
import { family, type Row, tool } from "../../../../../src/core/policy/tools/tool-shape.ts";
import { ToolTable } from "../../../../../src/core/policy/tools/tool-table.ts";
import { PLACE } from "../../../../attacks/shared-corpus.ts";

/** The rule that decides on a line of a tool that has only these rows. */
const ruleBy = (does: readonly Row[], line: string): string | undefined =>
  judgeBy(new ToolTable(family("everything", [tool("cloud", { does, examples: {} })])), line, PLACE).findings[0].rule;

describe("a verb means the same wherever a cloud tool puts it", () => {
  test.each([
    ["cloud vm delete x", "destroy-remote"],
    ["cloud delete vm x", "destroy-remote"],
    ["cloud terminate-instances x", "destroy-remote"],
    ["cloud app deploy", "publish"],
    ["cloud vm create x", "change-remote"],
    ["cloud secrets get-secret-value x", "read-secret"],
    ["cloud vm list", "ordinary"],
    ["cloud secrets list", "ordinary"],
    ["cloud vm delete x --dry-run", "ordinary"],
    ["cloud vm delete --help x", "ordinary"],
  ])("%s: %s", (line, rule) => {
    expect(ruleBy(VERBS, line)).toBe(rule);
  });
});

test("a dry run that is switched off is none", () => {
  const rows: readonly Row[] = [DRY_RUN, { is: "publish" }];
  expect(ruleBy(rows, "cloud x --dry-run=client")).toBe("ordinary");
  expect(ruleBy(rows, "cloud x --dry-run=none")).toBe("publish");
});

test("an early verb is one of the first two words", () => {
  expect(ruleBy(EARLY_VERBS, "cloud vm delete")).toBe("destroy-remote");
  expect(ruleBy(EARLY_VERBS, "cloud vm x delete")).toBe("ordinary");
  expect(ruleBy([EARLY_DESTROYING], "cloud vm create")).toBe("ordinary");
});

test.each([
  ["cloud", "ordinary"],
  ["cloud dev", "ordinary"],
  ["cloud dev destroy", "destroy-remote"],
  ["cloud deploy", "publish"],
  ["cloud logs", "ordinary"],
  ["cloud frobnicate", "change-remote"],
])("a tool that deploys: %s is %s", (line, rule) => {
  expect(ruleBy(deploys("dev"), line)).toBe(rule);
});

test.each([
  ["cloud local:start", "ordinary"],
  ["cloud config:set A=b", "change-remote"],
  ["cloud apps:destroy x", "destroy-remote"],
  ["cloud config:list", "ordinary"],
  ["cloud config:frobnicate", "change-remote"],
])("a tool that writes its verb behind a topic: %s is %s", (line, rule) => {
  expect(ruleBy(deploysByTopic("local"), line)).toBe(rule);
});
