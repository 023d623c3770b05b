import { expect, test } from "vitest";
import { hasVerbs, isKnownTool, isVerb } from "../../../../src/core/policy/tools/tool-verbs.ts";

test.each([
  ["push", "git", true],
  ["origin", "git", false],
  ["delete", "gh", true],
  ["publish", "npm", true],
  ["push", "no-such-tool", false],
  ["../x", "rm", false],
])("%s of %s is a verb: %s", (word, name, is) => {
  expect(isVerb(word, name)).toBe(is);
});

test("a tool that names files has no verbs, and an unknown one is not known", () => {
  expect([hasVerbs("git"), hasVerbs("rm"), hasVerbs("no-such-tool")]).toEqual([true, false, false]);
  expect([isKnownTool("git"), isKnownTool("rm"), isKnownTool("no-such-tool")]).toEqual([true, true, false]);
});
