import { expect, test } from "vitest";
import { LONGEST_COMMAND } from "../../../../src/core/base/limits.ts";
import { judge } from "../../../../src/core/policy/judge.ts";
import {
  hasFalsePunctuation,
  isLookAlike,
  lexicalFindings,
  namedCharacter,
} from "../../../../src/core/policy/read/lexical.ts";
import { ANY } from "../../../../src/core/policy/values/abstract-text.ts";
import { PLACE } from "../../../attacks/shared-corpus.ts";

test.each([
  ["a control character", "ls\u0007", [2, 3]],
  ["a form feed", "ls\f", [2, 3]],
  ["a space of no width", "l\u200Bs", [1, 2]],
  ["a hole", `a${ANY}`, [1, 2]],
  ["half a character", "a\uD800", [1, 2]],
])("%s is hidden", (_what, text, span) => {
  expect(lexicalFindings(text)).toEqual([{ rule: "hidden-characters", decision: "deny", span }]);
});

test.each([
  "ls\t-l\n",
  "ls\r\n",
  "echo a\rb",
  "echo \u{1F469}\u200D\u{1F4BB}",
  "echo \u0645\u06CC\u200C\u062E",
  "echo \u00E9",
])("%j hides nothing", (text) => {
  expect(lexicalFindings(text)).toEqual([]);
});

test("a text beyond the cap is asked about, one that fills it is not", () => {
  expect(lexicalFindings("a".repeat(LONGEST_COMMAND))).toEqual([]);
  expect(lexicalFindings("a".repeat(LONGEST_COMMAND + 1))).toEqual([
    { rule: "too-long", decision: "ask", span: [LONGEST_COMMAND, LONGEST_COMMAND + 1] },
  ]);
});

test("too many open brackets are not even parsed, closed ones do not count", () => {
  expect(lexicalFindings("(".repeat(61))).toEqual([{ rule: "too-deep", decision: "ask", span: [60, 61] }]);
  expect(lexicalFindings("()".repeat(200))).toEqual([]);
});

test.each([
  ["r\u043C", true],
  ["\uFF52\uFF4D", true],
  ["rm", false],
  ["\u043F\u0440\u0438\u0432\u0435\u0442", false],
])("%s tries to pass for another name: %s", (word, is) => {
  expect(isLookAlike(word)).toBe(is);
});

test("a false slash or dash is told from a true one", () => {
  expect(["\u2215etc", "--\uFF0Frf", "/etc", "-rf"].map(hasFalsePunctuation)).toEqual([true, true, false, false]);
});

test("a hidden character is named with its place, also in the reason of a verdict", () => {
  expect(namedCharacter("r\u200bm", 1)).toBe("U+200B, character 2");
  expect(namedCharacter("\u{e0041}", 0)).toBe("U+E0041, character 1");
  const [finding] = judge("r\u200bm -rf /", PLACE).findings;
  expect(finding?.reason).toContain("U+200B, character 2");
});
