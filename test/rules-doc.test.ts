import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "../src/core/policy/rules/all-rules.ts";

test("docs/rules.md has every rule with its verdict and its words, and nothing else", () => {
  const rows = [
    ...readFileSync("docs/rules.md", "utf8").matchAll(/^\| `([\w-]+)` \| (\w+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ].map(([, id, decision, reason, suggestion]) => ({ id, decision, reason, suggestion }));
  const rules = Object.entries(RULES).map(([id, { decision, reason, suggestion }]) => ({
    id,
    decision,
    reason,
    suggestion,
  }));
  expect(rows).toEqual(rules);
});
