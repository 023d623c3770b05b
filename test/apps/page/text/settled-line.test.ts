import { expect, test } from "vitest";
import { settledLine } from "../../../../src/apps/page/text/settled-line.ts";
import { PLAIN, styleAfter } from "../../../../src/apps/page/text/text-style.ts";

test.each([
  ["nothing to settle", "nothing to settle"],
  ["10 %\r20 %\r100 %", "100 %"],
  ["long text\rshort", "shorttext"],
  ["abc\b\bX", "aXc"],
  ["\b\bfirst", "first"],
  ["old text\r\u001b[Knew", "new"],
  ["old text\u001b[2K", ""],
  ["abcdef\b\b\b\u001b[1K", "    ef"],
  ["abc\u001b[1GX", "Xbc"],
  ["a\u001b[2Jb\u001b[10;4Hc", "abc"],
  ["\u001b]0;title\u0007text", "text"],
  ["\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001bPpicture\u001b\\text", "text"],
  ["\u009b31mred", "\u001b[0;31mred"],
  ["\u001b(Btext\u001b7", "text"],
  ["half \u001b[3", "half "],
  ["half \u001b]0;tit", "half "],
  ["\u001b[>4;1mtext", "text"],
  ["😀x\rab", "ab"],
])("%j ends as %j", (line, settled) => {
  expect(settledLine(line)).toBe(settled);
});

test("what is written over a coloured text keeps its own colour", () => {
  expect(settledLine("\u001b[31mred text\r\u001b[32mok")).toBe("\u001b[0;32mok\u001b[0;31md text\u001b[0;32m");
});

test("a line that begins in a style says when it leaves it, and which it leaves behind", () => {
  expect(settledLine("a\r\u001b[0mb", styleAfter(PLAIN, "31"))).toBe("\u001b[0mb");
});
