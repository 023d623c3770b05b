import { expect, test } from "vitest";
import { isPlainWord, madeRule, written } from "../../../src/core/permission/made-rule.ts";

test("a rule that an approver made allows, and loosens no denial", () => {
  expect(madeRule("git push", { match: ["git push"], answers: ["publish"] })).toMatchObject({
    id: "always: git push",
    decision: "allow",
    match: ["git push"],
    answers: ["publish"],
    loosens: [],
  });
});

test("a command is written as bash reads it", () => {
  expect(written(["git", "tag", "-d", "a b", "", "it's", "*", "v1.0"])).toBe("git tag -d 'a b' '' 'it'\\''s' '*' v1.0");
});

test.each(["", "a b", "*", "$X", "a;b", "'", "(x)", "a\nb", "!", "#"])("%j is not a plain word", (word) => {
  expect(isPlainWord(word)).toBe(false);
});
