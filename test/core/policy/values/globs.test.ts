import { describe, expect, test } from "vitest";
import { ANY, CLASS_OPEN } from "../../../../src/core/policy/values/abstract-text.ts";
import { activateGlobs, couldBe } from "../../../../src/core/policy/values/globs.ts";

describe("globs", () => {
  test.each([
    [activateGlobs("r?"), "rm", true],
    [activateGlobs("r[a-m]"), "rm", true],
    [activateGlobs("r[!a-m]"), "rm", false],
    [activateGlobs("r[^x]"), "rm", true],
    [activateGlobs("[[:alpha:]]m"), "rm", true],
    [activateGlobs("*"), "", true],
    [activateGlobs("a*b*c"), "axxbyyc", true],
    [activateGlobs("a*b*c"), "axxbyy", false],
    [ANY, "anything", true],
    [`${CLASS_OPEN}open`, "xopen", true],
    ["abc", "abcd", false],
  ])("%j could be %j: %s", (pattern, value, could) => {
    expect(couldBe(pattern, value)).toBe(could);
  });
});
