import { describe, expect, test } from "vitest";
import { judge } from "../../../../src/core/policy/judge.ts";
import { expandBraces } from "../../../../src/core/policy/values/braces.ts";

describe("braces", () => {
  test.each([
    ["a{b,c}d", ["abd", "acd"]],
    ["{a,b}{1,2}", ["a1", "a2", "b1", "b2"]],
    ["{1..3}", ["1", "2", "3"]],
    ["{3..1}", ["3", "2", "1"]],
    ["{a..e..2}", ["a", "c", "e"]],
    ["{a,{b,c}}", ["a", "b", "c"]],
    ["{a}", ["{a}"]],
    ["{}", ["{}"]],
    ["'{a,b}'", ["'{a,b}'"]],
    ['"{a,b}"', ['"{a,b}"']],
    ["\\{a,b}", ["\\{a,b}"]],
    ["${x:-{a,b}}", ["${x:-{a,b}}"]],
    ["$(echo {a,b}){c,d}", ["$(echo {a,b})c", "$(echo {a,b})d"]],
    ["`x,{y`{a,b}", ["`x,{y`a", "`x,{y`b"]],
    ["{a,b", ["{a,b"]],
    ["{1..a}", ["{1..a}"]],
    ['{"a,b",c}', ['"a,b"', "c"]],
    ["{'a", ["{'a"]],
    ['{"a', ['{"a']],
  ])("%s", (text, words) => {
    expect(expandBraces(text)).toEqual(words);
  });

  test("too many are given up", () => {
    expect(expandBraces("{a,b}".repeat(20))).toBeUndefined();
    expect(expandBraces("{1..100000}")).toBeUndefined();
  });
});

test("braces inside of braces give their words in bash's order", () => {
  expect(expandBraces("{{c,a,b},d,{e,f}g}x")).toEqual(["cx", "ax", "bx", "dx", "egx", "fgx"]);
  expect(judge("{{rm,-rf},/etc}", { cwd: "/w", home: "/h", workspace: "/w" }).decision).toBe("deny");
  expect(judge("{{env,rm,-rf},{/etc,x}}", { cwd: "/w", home: "/h", workspace: "/w" }).decision).toBe("deny");
});
