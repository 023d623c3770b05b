import { expect, test } from "vitest";
import { askedParts, isRepeatable, questionsOf } from "../../../src/core/permission/asked-part.ts";
import { judge } from "../../../src/core/policy/judge.ts";
import type { Verdict } from "../../../src/core/policy/verdict.ts";

const verdictOn = (text: string): Verdict =>
  judge(text, { cwd: "/home/dev/app", home: "/home/dev", workspace: "/home/dev/app" });

test("the parts that were asked about are told with every word, and the rules that asked", () => {
  expect(askedParts(verdictOn("npm test; B=main; git push --force origin $B; npm publish"))).toEqual([
    { words: ["git", "push", "--force", "origin", "main"], rules: ["publish", "git-discard"] },
    { words: ["npm", "publish"], rules: ["publish"] },
  ]);
});

test.each([
  "npx thing",
  "./my-tool $(cat x)",
  "ls",
  "git push origin $X",
  "sudo ls",
  "env git push",
  "python3 ../x.py",
])("the answer to %s must not become a rule", (text) => {
  expect(askedParts(verdictOn(text))).toBeUndefined();
});

test("what cannot be known is not repeatable", () => {
  expect(isRepeatable(verdictOn("git push"))).toBe(true);
  expect(isRepeatable(verdictOn('eval "$(cat x)"'))).toBe(false);
});

test("only findings that ask are questions", () => {
  expect(questionsOf(verdictOn("ls"))).toEqual([]);
  expect(questionsOf(verdictOn("git push; rm -rf /")).map(({ rule }) => rule)).toEqual(["publish"]);
});
