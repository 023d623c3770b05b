import { expect, test } from "vitest";
import {
  mayHaveSequences,
  originOf,
  plainViewOf,
  sequenceEndAt,
} from "../../../../src/core/output/redact/plain-view.ts";

test.each([
  ["a colour", "\x1b[31mx", 5],
  ["a colour cut short by a newline", "\x1b[31\nx", 4],
  ["a colour without an end", "\x1b[31", undefined],
  ["a charset switch", "\x1b(Bx", 3],
  ["a charset switch cut short", "\x1b(\nx", 2],
  ["a charset switch without an end", "\x1b(", undefined],
  ["a two-byte escape", "\x1b7x", 2],
  ["an escape before something else", "\x1b\nx", 1],
  ["an escape at the end", "\x1b", undefined],
  ["a title with BEL", "\x1b]0;t\x07x", 6],
  ["a title with ST", "\x1b]0;t\x1b\\x", 5],
  ["a title with the ST of C1", "\x1b]0;t\u009cx", 7],
  ["a title that another sequence ends", "\x1b]0;t\u009b1mx", 5],
  ["a title with other letters of two bytes", "\x1b]0;£é\x07x", 9],
  ["a title cut short by a newline", "\x1b]0;t\nx", 5],
  ["a cancelled string", "\x1bPabc\x18x", 6],
  ["a title without an end", "\x1b]0;t", undefined],
  ["a title that ends in half a letter", "\x1b]0;t\xc2", undefined],
  ["a colour in C1", "\u009b31mx", 5],
  ["a title in C1", "\u009d0;t\x07x", 6],
  ["a letter of two bytes", "£x", 0],
])("%s ends where it ends", (_, text, end) => {
  const bytes = text.endsWith("\xc2") ? Buffer.from(text, "latin1") : Buffer.from(text);
  expect(sequenceEndAt(bytes, 0)).toBe(end);
});

test.each([
  ["parameters", "\x1b[", "1"],
  ["spaces", "\x1b(", " "],
  ["titles", "\x1b]", "x"],
])("endless %s are text", (_, introducer, filler) => {
  expect(sequenceEndAt(Buffer.from(introducer + filler.repeat(5000)), 0)).toBe(2);
});

test("every byte of the view knows where it came from", () => {
  const bytes = Buffer.from("\x1b[1mab\x1b[0m\x1b]0;t\x07c£d\x1b[3");
  const view = plainViewOf(bytes);
  expect(view.bytes.toString()).toBe("abc£d");
  expect([...view.bytes.keys()].map((index) => bytes[originOf(view, index)])).toEqual([...view.bytes]);
  expect(view.incompleteFrom).toBe(bytes.length - 3);
  expect(originOf(plainViewOf(Buffer.from("ab")), 1)).toBe(1);
});

test("text without an escape has no sequences", () => {
  expect([
    mayHaveSequences(Buffer.from("plain")),
    mayHaveSequences(Buffer.from("\x1b")),
    mayHaveSequences(Buffer.from("\u009b")),
  ]).toEqual([false, true, true]);
});
