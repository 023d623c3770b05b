import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, incompleteBytes, isBinary } from "../../../../src/core/output/text/decode.ts";

test("a character cut anywhere is waited for", () => {
  for (const character of ["é", "€", "😀", "\u0800", "\ud7ff", "\ue000", "\u{10ffff}"]) {
    const bytes = Buffer.from(`a${character}`);
    for (let end = 2; end < bytes.length; end += 1) expect(incompleteBytes(bytes.subarray(0, end))).toBe(end - 1);
    expect(incompleteBytes(bytes)).toBe(0);
  }
});

test.each([
  ["nothing", []],
  ["ASCII", [0x41]],
  ["a lone continuation byte", [0x80]],
  ["continuation bytes without a beginning", [0x80, 0x80, 0x80, 0x80]],
  ["an overlong lead", [0xc0]],
  ["an overlong three-byte form", [0xe0, 0x80]],
  ["a surrogate", [0xed, 0xa0]],
  ["an overlong four-byte form", [0xf0, 0x80]],
  ["above the last code point", [0xf4, 0x90]],
  ["a lead that never was", [0xf5]],
  ["a character followed by ASCII", [0xe2, 0x82, 0x41]],
])("%s is not waited for", (_, bytes) => {
  expect(incompleteBytes(Buffer.from(bytes))).toBe(0);
});

test("text decoded in two parts is the text decoded at once, wherever the parts meet", () => {
  const bytes = fc.array(
    fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xe2, 0x82, 0xac, 0xf0, 0x9f, 0xed)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(), (numbers, at) => {
      const whole = Buffer.from(numbers);
      const first = whole.subarray(0, at % (whole.length + 1));
      const border = first.length - incompleteBytes(first);
      expect(decode(whole.subarray(0, border)) + decode(whole.subarray(border))).toBe(decode(whole));
    }),
    { numRuns: 2000 },
  );
});

const noise = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 167 + (i >> 3) * 31) % 256));

test.each([
  ["a program", readSelf()],
  ["noise", noise(4000)],
  ["noise behind a lot of text", Buffer.concat([Buffer.from("line\n".repeat(40_000)), noise(80_000)])],
  ["UTF-16", Buffer.from("hello world", "utf16le")],
  ["UTF-16 of the other order", Buffer.from("hello world", "utf16le").swap16()],
  ["UTF-16 lines", Buffer.from("ab\r\ncd\r\n", "utf16le")],
  ["UTF-32", Buffer.from("h\0\0\0i\0\0\0")],
  ["NUL alone", Buffer.alloc(100)],
  ["numbers and letters", Buffer.from("\x01\0ab\x02\0cd")],
  ["control bytes", Buffer.from([1, 2, 3, 4])],
])("%s is binary", (_, bytes) => {
  expect(isBinary(bytes)).toBe(true);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["coloured text", Buffer.from("\x1b[31mred\x1b[0m\r\n\ttab\x07\b")],
  ["text in an old encoding", Buffer.from("d\xe9j\xe0 vu \xf1\xf2\xf3\xf4\xf5\xf6", "latin1")],
  ["broken UTF-8 alone", Buffer.from([0xff, 0xfe])],
  ["a list separated by NUL", Buffer.from("src/core/output/text/decode.ts\0test/core/output/decode.ts\0")],
  ["a list of short names separated by NUL", Buffer.from("./a\0./b\0./c\0")],
  ["names of one letter separated by NUL", Buffer.from("a\0b\0")],
  ["one name that NUL ends", Buffer.from(".\0")],
  ["a list separated by NUL with a line end behind it", Buffer.from("./a\0./b\0\n")],
  ["arguments one of which is empty", Buffer.from("sh\0-c\0\0x\0")],
  ["names with accents separated by NUL", Buffer.from("é\0ü\0".repeat(60_000))],
  ["a lot of text", Buffer.from("plain line\n".repeat(30_000))],
])("%s is text", (_, bytes) => {
  expect(isBinary(bytes)).toBe(false);
});

function readSelf(): Buffer {
  return readFileSync(process.execPath).subarray(0, 200_000);
}
