import { expect, test } from "vitest";
import { executes, reads, writes } from "../../../../../src/core/policy/tools/effect.ts";
import { perl } from "../../../../../src/core/policy/tools/languages/perl.ts";
import { callOf } from "../../../../support/tool-call.ts";

const code = (text: string): unknown => ({ kind: "code", text, language: "perl" });

test.each([
  ["perl -ne print a.txt", [code(" print"), reads("a.txt")]],
  ["perl -pie s/a/b/ a.txt", [code(" s/a/b/"), writes("a.txt")]],
  ["perl -i.bak -pe s/a/b/ a.txt", [code(" s/a/b/"), writes("a.txt")]],
  ["perl -MSocket -e f()", [code("use Socket; f()")]],
  ["perl a.pl b", [executes("a.pl", ["b"], "perl")]],
])("%s", (line, effects) => {
  expect(perl(callOf(line))).toEqual(effects);
});

test("every text behind an -e is code", () => {
  expect(perl(callOf("perl -e f() -e g()"))).toEqual(expect.arrayContaining([code(" f()"), code(" g()")]));
});

test("a program may come in", () => {
  expect(perl(callOf("perl", "f()"))).toEqual([code("f()")]);
});
