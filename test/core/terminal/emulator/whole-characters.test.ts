import fc from "fast-check";
import { expect, test } from "vitest";
import { WholeCharacters } from "../../../../src/core/terminal/emulator/whole-characters.ts";

const hex = (pieces: readonly Uint8Array[]): string[] => pieces.map((piece) => Buffer.from(piece).toString("hex"));

test("a character that was cut comes whole with its last byte", () => {
  const pieces = new WholeCharacters(100);
  expect(hex(pieces.take(Buffer.from([0x61, 0xe2, 0x80])))).toEqual(["61"]);
  expect(hex(pieces.take(Buffer.from([0x8d, 0xf0])))).toEqual(["e2808d"]);
  expect(hex(pieces.take(Buffer.from([0x9f, 0x98])))).toEqual([]);
  expect(hex(pieces.take(Buffer.from([0x80])))).toEqual(["f09f9880"]);
});

test("what is no beginning of a character is not held back", () => {
  const pieces = new WholeCharacters(100);
  expect(hex(pieces.take(Buffer.from([0x80, 0x80, 0x80, 0x80])))).toEqual(["80808080"]);
  expect(hex(pieces.take(Buffer.from([0xff])))).toEqual(["ff"]);
});

test("no piece is longer than it may be, none ends in a character, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(9)), (text, cuts) => {
      const bytes = Buffer.from(text);
      const pieces = new WholeCharacters(5);
      const out: Uint8Array[] = [];
      let from = 0;
      for (const cut of [...cuts, bytes.length]) {
        out.push(...pieces.take(bytes.subarray(from, from + cut)));
        from += cut;
      }
      expect(Math.max(0, ...out.map(({ length }) => length))).toBeLessThanOrEqual(5);
      expect(out.map((piece) => Buffer.from(piece).toString("utf8")).join("")).toBe(text);
    }),
    { seed: 17 },
  );
});
