import { expect, test } from "vitest";
import { byteAt } from "../../../../src/core/output/store/byte-at.ts";

test.each([
  [0, 0x61],
  [1, 0xff],
  [2, 0],
  [-1, 0],
])("at %i stands %i", (at, byte) => {
  expect(byteAt(Buffer.from([0x61, 0xff]), at)).toBe(byte);
});
