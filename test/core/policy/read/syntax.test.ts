import { describe, expect, test } from "vitest";
import { parseSyntax } from "../../../../src/core/policy/read/syntax.ts";

const doubtsOf = (text: string): readonly string[] => parseSyntax(text).doubts.map(({ message }) => message);

describe("where the parser and bash disagree, the text is doubted", () => {
  test.each([
    ["cat 2>&$x", "the target of a descriptor copy is not plain"],
    ["a=(b)c", "an array value runs into other text"],
    ["cat <<EOF\nx", "a here-document is not closed"],
    ["echo $((case))", "arithmetic may be commands"],
    ["ls 2>&-cmd", "a command is glued to a closed descriptor"],
    ["echo $a\\\nb", "a variable's name goes on in the next line"],
    ["cat <(a)b", "a word goes on behind a process substitution"],
    ["{cat <(a) >(b),a,b}", "a word goes on behind a process substitution"],
    ["cat <(a)\\\nb", "a word goes on behind a process substitution"],
  ])("%s", (text, doubt) => {
    expect(doubtsOf(text)).toContain(doubt);
  });
});

test.each(["cat <(a) >(b) x", "echo $(cat <(a))", "`cat <(a)`", "diff <(a)\nls", "cat <(a);b", "x=(a b)", "ls 2>&1"])(
  "%s is not doubted",
  (text) => {
    expect(doubtsOf(text)).toEqual([]);
  },
);

test("what bash would reject is an error", () => {
  expect(parseSyntax("if true; then").errors).not.toEqual([]);
});

test.each(["$((", "$["])("%s that is left open too often is doubted, and what stands before it is read", (open) => {
  const text = `[ a ]; rm -rf /; echo ${open.repeat(25)} ${"1 + 2 ".repeat(10)}`;
  expect(doubtsOf(text)).toEqual(["arithmetic is left open"]);
  expect(parseSyntax(text).script.commands.length).toBe(3);
});

test("arithmetic that is closed is not doubted, however often", () => {
  expect(doubtsOf("echo $((1)) $((2)) $((3)) $((4)) $((5)) $((6))")).toEqual([]);
  expect(doubtsOf("echo $[1] $[2] $[3] $[4] $[5] $[6]")).toEqual([]);
});

test("a line with here-documents beyond number is doubted, and what stands before it is read", () => {
  const text = `rm -rf /\ncat ${"<<E ".repeat(1001)}`;
  expect(doubtsOf(text)).toEqual(["too many here-documents in one line"]);
  expect(parseSyntax(text).script.commands.length).toBe(2);
  expect(doubtsOf("cat <<E\na\nE\n".repeat(1001))).toEqual([]);
});
