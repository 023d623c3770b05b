import fc from "fast-check";
import { expect, test } from "vitest";
import { decode } from "../../../../src/core/output/text/decode.ts";
import { LONGEST_SEQUENCE } from "../../../../src/core/output/text/escape-sequence.ts";
import { heldBackBytes } from "../../../../src/core/output/text/hold-back.ts";
import { stripSequences } from "../../../../src/core/output/text/strip-ansi.ts";

test.each([
  ["nothing", "", 0],
  ["plain text", "abc\n", 0],
  ["a return", "abc\r", 1],
  ["a whole sequence", "abc\x1b[31m", 0],
  ["a lone escape", "abc\x1b", 1],
  ["half a colour", "abc\x1b[31", 4],
  ["half a title", "abc\x1b]0;ti", 6],
  ["a title without the last byte of its end", "abc\x1b]0;ti\x1b", 1],
  ["half a C1 colour", "abc\u009b31", 4],
  ["a C1 title behind other characters of two bytes", "£\u009d0;t£", 7],
  ["two-byte characters that begin no sequence", "£ab£", 0],
  ["a two-byte character at the very start", "£", 0],
])("%s", (_, text, held) => {
  expect(heldBackBytes(Buffer.from(text))).toBe(held);
});

test("a title that is too long is not waited for", () => {
  expect(heldBackBytes(Buffer.from(`\x1b]0;${"x".repeat(LONGEST_SEQUENCE)}`))).toBe(0);
  expect(heldBackBytes(Buffer.from(`\x1b]0;${"€".repeat(LONGEST_SEQUENCE)}`))).toBe(0);
  const held = Buffer.from(`\x1b]0;${"€".repeat(LONGEST_SEQUENCE - 10)}`);
  expect(heldBackBytes(held)).toBe(held.length);
});

test("what is shown before and after the border is what is shown at once", () => {
  const piece = fc.constantFrom(
    "a",
    "é",
    "€",
    "😀",
    "\x1b",
    "[",
    "]",
    "P",
    "3",
    ";",
    "m",
    "\x07",
    "\\",
    "\u009b",
    "\u009d",
    "\u009c",
    "(",
    "B",
    "\n",
    "\x18",
  );
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
      const whole = Buffer.from(pieces.join(""));
      const first = whole.subarray(0, at % (whole.length + 1));
      const border = first.length - heldBackBytes(first);
      const shown = (bytes: Buffer): string => stripSequences(decode(bytes));
      expect(shown(whole.subarray(0, border)) + shown(whole.subarray(border))).toBe(shown(whole));
    }),
    { numRuns: 5000 },
  );
});
