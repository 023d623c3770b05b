import { expect, test } from "vitest";
import { isC1Introducer, LONGEST_SEQUENCE, sequenceEnd } from "../../../../src/core/output/text/escape-sequence.ts";

test.each([
  ["\x1b[1;31mX", 7, "a colour"],
  ["\x1b[?25lX", 6, "a private mode"],
  ["\x9b1mX", 3, "a colour of one code point"],
  ["\x1b[1\nX", 3, "a colour that is broken off"],
  ["\x1b(BX", 3, "a character set"],
  ["\x1b7X", 2, "two letters"],
  ["\x1b\nX", 1, "an ESC before what is no sequence"],
  ["\x1b]0;title\x07X", 10, "a title, up to its bell"],
  ["\x1b]0;title\x9cX", 10, "a title, up to its terminator"],
  ["\x1b]0;title\x1b\\X", 9, "a title, up to the next sequence"],
  ["\x1b]0;title\nX", 9, "a title, up to the end of its line"],
  ["\x1bPpic\nture\x1b\\X", 10, "a picture, over the end of a line"],
  ["\x1bPa\x07b\x9cX", 6, "a picture, over a bell"],
])("%j ends at %i: %s", (text, end) => {
  expect(sequenceEnd(text, 0)).toBe(end);
});

test.each(["\x1b", "\x1b[", "\x1b[1;3", "\x1b(", "\x1b]0;ti", "\x1bPpic\n", "\x9b"])("%j has not ended yet", (text) => {
  expect(sequenceEnd(text, 0)).toBeUndefined();
});

test("a sequence is looked at where it begins", () => {
  expect(sequenceEnd("ab\x1b[0mcd", 2)).toBe(6);
});

test.each(["\x1b]", "\x1b[", "\x1b("])("%j that goes on for too long is text behind its first two", (introducer) => {
  const filler = introducer === "\x1b(" ? " " : "1";
  expect(sequenceEnd(introducer + filler.repeat(LONGEST_SEQUENCE + 1), 0)).toBe(2);
  expect(sequenceEnd(introducer + filler.repeat(LONGEST_SEQUENCE), 0)).toBeUndefined();
});

test("six code points begin a sequence on their own", () => {
  const found = Array.from({ length: 0x100 }, (_, code) => code).filter(isC1Introducer);
  expect(found).toEqual([0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f]);
});
