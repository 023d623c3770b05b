import { expect, test } from "vitest";
import { mayCall, mayDefine } from "../../../../src/core/shell/bash/function-calls.ts";

test.each([
  "f() { :; }",
  "f ( ) { :; }",
  "function f { :; }",
  "eval x",
  "source x",
  ". x",
  "a && . ./x",
  "alias a=b",
  "trap f ERR",
])("%s may define something that runs later", (text) => {
  expect(mayDefine(text)).toBe(true);
});

test.each(["echo hi", "ls ./x; (cd ..)", "echo $(date)", "cat a.b"])("%s defines none", (text) => {
  expect(mayDefine(text)).toBe(false);
});

const FUNCTIONS = new Set(["f", "a-b"]);

test.each(["f", "a-b 1", "x=1; f", "(f)", "echo $(f)", 'echo "`f`"', "$g 1", "if $g; then :; fi", '"$g"'])(
  "%s may call a function",
  (text) => {
    expect(mayCall(text, FUNCTIONS)).toBe(true);
    expect(mayCall(text, new Set())).toBe(false);
  },
);

test.each(["echo hi", "ff", "echo $x", "x=$y echo"])("%s calls none of them", (text) => {
  expect(mayCall(text, FUNCTIONS)).toBe(false);
});
